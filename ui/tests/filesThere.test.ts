import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoredFile } from "../src/api/upload";
import { alreadyHere, type Present } from "../src/components/fileRules";
import { UploadQueue } from "../src/components/uploads";

const plan: Present = { fileName: "Plan.pdf", fileSize: 4096, uploadedAt: "2026-05-03T01:00:00Z" };

const cases: [string, { name: string; size: number }, Present[], string | null][] = [
  ["a file that was sent before", { name: "Plan.pdf", size: 4096 }, [plan], "Already here: Plan.pdf, sent on 3 May 2026."],
  ["a file that was chosen before", { name: "Plan.pdf", size: 4096 }, [{ ...plan, uploadedAt: null }], "Already here: Plan.pdf, chosen just before."],
  ["a name that another system decomposes", { name: "Plän.pdf".normalize("NFD"), size: 4096 }, [{ ...plan, fileName: "Plän.pdf" }], "Already here: Plän.pdf, sent on 3 May 2026."],
  ["a newer file of that name", { name: "Plan.pdf", size: 4097 }, [plan], null],
  ["another file of that size", { name: "Survey.pdf", size: 4096 }, [plan], null],
  ["the first file", { name: "Plan.pdf", size: 4096 }, [], null],
];

for (const [name, file, present, said] of cases) {
  test(`${name} is ${said ? "noticed" : "taken"}`, () => assert.equal(alreadyHere(file, present), said));
}

test("a file that is there goes only where that is wanted, or in the place of the first", async () => {
  const sent: string[] = [];
  const queue = new UploadQueue();
  const send = (file: File): Promise<StoredFile> => {
    sent.push(file.name);
    return Promise.resolve({ id: sent.length, fileName: file.name, fileSize: file.size });
  };
  const file = new File(["%PDF-"], "Plan.pdf");
  queue.add(file);
  queue.add(file, "Already here: Plan.pdf, chosen just before.");
  assert.equal(await queue.sendAll(send), true);
  assert.deepEqual(queue.items.map(({ state }) => state), ["stored", "doubled"]);
  const [first, second] = queue.items;
  assert.ok(first && second);
  queue.insist(second.key);
  assert.equal(await queue.sendAll(send), true);
  assert.deepEqual(sent, ["Plan.pdf", "Plan.pdf"]);
  queue.add(file, "Already here: Plan.pdf, chosen just before.");
  queue.drop(second.key);
  assert.deepEqual(queue.items.map(({ state }) => state), ["stored", "doubled"]);
  queue.drop(first.key);
  assert.deepEqual(queue.items.map(({ state }) => state), ["waiting"]);
});
