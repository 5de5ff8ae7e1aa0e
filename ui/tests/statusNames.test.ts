import assert from "node:assert/strict";
import { test } from "node:test";
import { changeText, noteText } from "../src/features/admin/labels/statuses";

test("the history calls a status what the record calls it, and offers to set it as", () => {
  const statuses = [{ status: "inquiry", label: "To be scheduled" }];
  assert.equal(changeText({ fromStatus: "cancelled", toStatus: "inquiry" }, statuses), "Cancelled to To be scheduled");
  assert.equal(changeText({ fromStatus: "cancelled", toStatus: "inquiry" }, []), "Cancelled to Enquiry");
  assert.equal(changeText({ fromStatus: null, toStatus: "scheduled" }, statuses), "Scheduled");
  assert.equal(changeText({ fromStatus: null, toStatus: null }, statuses), "");
});

test("a status that staff set is named with their reason", () => {
  const set = { fromStatus: "in_progress", toStatus: "completed", note: "Set by staff: All is done and paid" };
  assert.equal(noteText(set, []), "Set to Completed: All is done and paid");
  assert.equal(noteText({ ...set, note: "Documents arrived" }, []), "Documents arrived");
});
