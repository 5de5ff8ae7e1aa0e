import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsOf, firstOf, headingOf } from "../src/features/admin/attentionCards";

type Line = Parameters<typeof cardsOf>[0][number];

const line = (subject: string, projectId: number | null, urgency: Line["urgency"]): Line => ({ kind: "messages", subject, projectId, urgency });
const shown = (...lines: Line[]): unknown[] => cardsOf(lines).map(({ urgency, lines: of }) => [urgency, ...of.map(({ subject }) => subject)]);

test("what waits for one project is one card, where its most urgent line stands", () => {
  const lines = [line("a", 1, "late"), line("b", 2, "late"), line("c", 2, "waiting"), line("d", 1, "today"), line("e", 3, "later")];
  assert.deepEqual(shown(...lines), [["late", "a", "d"], ["late", "b", "c"], ["later", "e"]]);
});

test("what is about no project stands alone", () => {
  assert.deepEqual(shown(line("a", null, "waiting"), line("b", null, "waiting")), [["waiting", "a"], ["waiting", "b"]]);
});

test("what was put away stays in its card, although it comes after what waits", () => {
  assert.deepEqual(shown(line("b", 1, "waiting"), line("c", 2, "today"), line("a", 1, "late")), [["late", "a", "b"], ["today", "c"]]);
});

test("a card keeps its name, wherever it stands", () => {
  assert.deepEqual(cardsOf([line("a", 7, "late")]).map(({ key }) => key), cardsOf([line("b", 7, "later")]).map(({ key }) => key));
});

test("a heading says how many of its lines are what it says, where others stand with them", () => {
  const cards = cardsOf([line("a", 1, "late"), line("b", 2, "late"), line("c", 2, "waiting"), line("d", 1, "today"), line("e", 1, "later")]);
  assert.equal(headingOf("late", cards), "Late: 2, and 3 more for the same projects");
  assert.equal(headingOf("late", cardsOf([line("a", 1, "late"), line("b", 1, "waiting")])), "Late: 1, and 1 more for the same project");
  assert.equal(headingOf("today", cardsOf([line("a", 1, "today"), line("b", null, "today")])), "Due today");
});

test("the first cards hold each that is late", () => {
  const cards = cardsOf([line("a", 1, "late"), line("b", 2, "late"), line("c", 3, "today"), line("d", 4, "later")]);
  const first = (count: number) => firstOf(cards, count).map(({ lines }) => lines[0]?.subject);
  assert.deepEqual(first(1), ["a", "b"]);
  assert.deepEqual(first(3), ["a", "b", "c"]);
  assert.deepEqual(first(9), ["a", "b", "c", "d"]);
});
