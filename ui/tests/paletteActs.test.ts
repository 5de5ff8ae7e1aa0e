import assert from "node:assert/strict";
import { test } from "node:test";
import { beginsWith } from "../src/features/admin/palette/beginsWith";

test("an act stands first where its name or another of its names begins with what is typed", () => {
  const act = { label: "Phone booking", words: "new client; call; begin project" };
  for (const typed of ["new", "New Client", "phone b", "begin"]) assert.equal(beginsWith(act, typed), true, typed);
  for (const typed of ["", "n", "client", "booking", "newman"]) assert.equal(beginsWith(act, typed), false, typed);
});
