import assert from "node:assert/strict";
import { test } from "node:test";
import { lowestFree, type Span } from "../src/components/toastPlace";

const room: Span = { top: 0, bottom: 800 };

const cases: [string, Span[], number | null][] = [
  ["at the bottom where nothing is", [], 700],
  ["above a bar at the bottom", [{ top: 740, bottom: 800 }], 632],
  ["above a field that it would cover, and the label over it", [{ top: 690, bottom: 740 }, { top: 660, bottom: 680 }], 552],
  ["in a gap between two headings", [{ top: 640, bottom: 800 }, { top: 400, bottom: 520 }], 532],
  ["above a gap that is too narrow", [{ top: 640, bottom: 800 }, { top: 400, bottom: 540 }], 292],
  ["beside what lies out of the room", [{ top: 900, bottom: 950 }, { top: -80, bottom: -10 }], 700],
  ["nowhere where everything is taken", [{ top: 0, bottom: 800 }], null],
];

for (const [name, taken, top] of cases) {
  test(`a toast stands ${name}`, () => assert.equal(lowestFree(100, room, taken), top));
}
