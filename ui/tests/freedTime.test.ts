import assert from "node:assert/strict";
import { test } from "node:test";
import { freedTime } from "../src/features/admin/record/freedTime";

const start = "2026-05-12T00:00:00Z";

test("only a time that is still to come is said to be free for others", () => {
  assert.match(freedTime(start, new Date("2026-05-11T23:59:59Z")), /^, and .*10:00 am.* is free for others$/);
  assert.match(freedTime(start, new Date(start)), /^; its time was .*10:00 am/);
  assert.equal(freedTime(null), "");
});
