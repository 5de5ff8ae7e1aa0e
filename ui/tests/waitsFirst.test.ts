import assert from "node:assert/strict";
import { test } from "node:test";
import { waitsFirst } from "../src/features/portal/documents";

const projects = [{ id: 7 }, { id: 5 }];
for (const [what, needs, expected] of [
  ["the project that waits for a document", [{ projectId: 7, state: "sent" }, { projectId: 5, state: "missing" }], 5],
  ["the first of two that wait", [{ projectId: 5, state: "missing" }, { projectId: 7, state: "missing" }], 7],
  ["the first where none waits", [{ projectId: 5, state: "declined" }], 7],
  ["the first where the waiting one takes none", [{ projectId: 3, state: "missing" }], 7],
] as const) {
  test(`documents go by themselves to ${what}`, () => assert.equal(waitsFirst(projects, needs)?.id, expected));
}

test("documents go nowhere without a project", () => assert.equal(waitsFirst([], [{ projectId: 7, state: "missing" }]), undefined));
