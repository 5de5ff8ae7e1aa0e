import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { noPersonal, noProject, type Personal } from "../src/features/booking/bookingRules";
import { answersOf, combined, forget, forgetDraft, hasDraft, recall, remember, rememberDraft } from "../src/features/booking/wizardMemory";
import { freshStores } from "./browser";

beforeEach(freshStores);

test("nothing typed is nothing to restore", () => {
  assert.equal(hasDraft(), false);
  remember({ personal: { ...noPersonal }, step: 1 });
  assert.equal(hasDraft(), false, "the contact that is chosen beforehand is no answer");
});

for (const [what, part] of [
  ["a name", { personal: { fullName: "Ann" } }],
  ["a message", { project: { message: "Two storeys" } }],
  ["a later step", { step: 2 }],
] as const) {
  test(`${what} is something to restore`, () => {
    remember(part);
    assert.equal(hasDraft(), true);
  });
}

test("a draft on the server is something to restore in a new tab", () => {
  rememberDraft();
  sessionStorage.clear();
  assert.equal(hasDraft(), true);
});

test("parts are kept beside one another", () => {
  remember({ step: 2, personal: { fullName: "Ann" } });
  remember({ project: { message: "Two storeys" } });
  remember({ step: 3 });
  const { step, personal, project } = recall();
  assert.deepEqual([step, personal, project], [3, { fullName: "Ann" }, { message: "Two storeys" }]);
});

test("step 2 goes with a draft into other tabs, step 1 stays in its own", () => {
  rememberDraft();
  remember({ personal: { fullName: "Ann" }, project: { message: "Two storeys" } });
  sessionStorage.clear();
  assert.deepEqual([recall().personal, recall().project], [{}, { message: "Two storeys" }]);
});

test("without a draft on the server nothing is left for whoever opens another tab", () => {
  remember({ project: { message: "Two storeys" } });
  assert.equal(localStorage.length, 0);
});

test("a draft that is gone takes what was typed for it along, but not out of this tab", () => {
  rememberDraft();
  remember({ project: { message: "Two storeys" } });
  forgetDraft();
  assert.equal(localStorage.length, 0);
  assert.deepEqual(recall().project, { message: "Two storeys" });
});

test("a booking leaves only that there was one", () => {
  rememberDraft();
  remember({ step: 4, paying: true, personal: { fullName: "Ann" }, project: { message: "Two storeys" } });
  forget();
  assert.deepEqual(recall(), { step: null, personal: {}, project: {}, reported: [], paying: false, booked: true });
  assert.equal(hasDraft(), false);
});

test("what cannot be read is as if nothing were there", () => {
  sessionStorage.setItem("helios.booking", "{");
  localStorage.setItem("helios.draft", "[");
  assert.deepEqual(recall().personal, {});
  remember({ step: 2 });
  assert.equal(recall().step, 2);
});

const typed = { fullName: "Ann Typed" };
const saved = { fullName: "Ann Saved", email: "ann@example.com" };
const cases: [string, Partial<Personal>, Partial<Personal>, Partial<Personal>][] = [
  ["typed goes before saved", saved, typed, { fullName: "Ann Typed", email: "ann@example.com" }],
  ["an empty field does not hide what is saved", saved, { fullName: "", email: "" }, saved],
  ["what neither knows is blank", {}, {}, {}],
  ["what the form does not know is left out", { ...saved, ...{ id: "7" } }, {}, saved],
];
for (const [what, from, over, expected] of cases) {
  test(`combined: ${what}`, () => assert.deepEqual(combined(from, over, noPersonal), { ...noPersonal, ...expected }));
}

test("the server's draft in the forms' own terms", () => {
  const { personal, project } = answersOf({ id: 7, fullName: "Ann", package: null, message: "Two storeys", step: 2 });
  assert.deepEqual(personal, { ...noPersonal, fullName: "Ann", preferredContact: "" });
  assert.deepEqual(project, { ...noProject, message: "Two storeys" });
  assert.deepEqual(answersOf(null).project, noProject);
});
