import assert from "node:assert/strict";
import { test } from "node:test";
import { changeText } from "../src/features/admin/labels/statuses";

test("the history calls a status what the record calls it, and offers to set it as", () => {
  const statuses = [{ status: "inquiry", label: "To be scheduled" }];
  assert.equal(changeText({ fromStatus: "cancelled", toStatus: "inquiry" }, statuses), "Cancelled to To be scheduled");
  assert.equal(changeText({ fromStatus: "cancelled", toStatus: "inquiry" }, []), "Cancelled to Enquiry");
  assert.equal(changeText({ fromStatus: null, toStatus: "scheduled" }, statuses), "Scheduled");
  assert.equal(changeText({ fromStatus: null, toStatus: null }, statuses), "");
});
