import assert from "node:assert/strict";
import { test } from "node:test";
import { bestPlace, type Shown } from "../src/components/toastPlace";

const room = { top: 0, bottom: 800 };
const drawing = (top: number, bottom: number): Shown => ({ top, bottom, weight: 0.1 });
const words = (top: number, bottom: number): Shown => ({ top, bottom, weight: 1 });
const field = (top: number, bottom: number): Shown => ({ top, bottom, weight: 1000 });
const kept = (top: number, bottom: number): Shown => ({ top, bottom, weight: 100_000 });

const cases: [string, Shown[], number][] = [
  ["at the bottom where nothing is", [], 700],
  ["above a bar at the bottom", [kept(740, 800)], 632],
  ["above a field that it would cover, and the label over it", [field(690, 740), field(660, 680)], 552],
  ["in a gap between two headings", [field(640, 800), field(400, 520)], 532],
  ["above a gap that is too narrow", [field(640, 800), field(400, 540)], 292],
  ["beside what lies out of the room", [field(900, 950), field(-80, -10)], 700],
  ["at the bottom where all is missed alike", [words(0, 800)], 700],
  ["on the site's head where the page is full of words", [drawing(0, 72), words(120, 800)], 12],
  ["on words rather than on fields", [field(0, 300), words(308, 420), field(428, 800)], 320],
  ["on fields rather than on a bar or on what is said of trouble", [kept(0, 300), field(300, 620), kept(628, 800)], 520],
  ["where it hides one line rather than four", [words(0, 590), words(700, 800)], 598],
];

for (const [name, shown, top] of cases) {
  test(`a toast stands ${name}`, () => assert.equal(bestPlace(100, room, shown), top));
}
