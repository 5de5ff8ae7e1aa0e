import assert from "node:assert/strict";
import { test } from "node:test";
import { closedBy, timeToAdd, type Calendar } from "../src/features/admin/appointments/calendar";

test("the time to be added is never past", () => {
  const afternoon = new Date("2026-11-26T05:59:00Z"); // 4:59 pm in Sydney
  assert.equal(timeToAdd("2026-11-26", afternoon), "2026-11-26T17:00");
  assert.equal(timeToAdd("2026-11-20", afternoon), "2026-11-26T17:00");
  assert.equal(timeToAdd("2026-12-03", afternoon), "2026-12-03T17:00");
  const evening = new Date("2026-11-26T06:00:00Z");
  assert.equal(timeToAdd("2026-11-26", evening), "2026-11-27T17:00");
});

test("a closure of whole days names no hour, and one of a part of a day does", () => {
  const closures = [{ starts: "2026-11-26T13:00", ends: "2026-11-27T23:59", reason: "Training" }];
  const calendar = { holidays: [], closures } as unknown as Calendar;
  assert.deepEqual(closedBy("2026-11-26", calendar), ["Closed from 1:00 pm: Training"]);
  assert.deepEqual(closedBy("2026-11-27", calendar), ["Closed: Training"]);
  assert.deepEqual(closedBy("2026-11-28", calendar), []);
});
