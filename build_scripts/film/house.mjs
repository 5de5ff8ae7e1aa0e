/**
 * The house of the hero film as data: its elevation in its own units, x to the right from the left corner, y downwards
 * from the ground (so that everything that stands has a negative y). Depths say how far a part comes forward.
 */

const rect = (x, y, width, height) => ({ x, y, width, height });

/** Openings, set back by `depth`: their reveals throw shade on the glass. */
export const glass = [
  { ...rect(62, -246, 150, 74), depth: 11, panes: [112, 162], rails: [] },
  { ...rect(92, -112, 176, 108), depth: 16, panes: [150.7, 209.3], rails: [] },
  { ...rect(356, -114, 22, 110), depth: 10, panes: [], rails: [] },
  { ...rect(516, -186, 122, 174), depth: 14, panes: [577], rails: [-96] },
];

/** The door, timber. */
export const door = rect(306, -114, 44, 110);

/** Outlines that catch light and shade: upper volume, ground floor, gabled wing. */
export const walls = {
  upper: [[20, -270], [432, -270], [432, -150], [20, -150]],
  lower: [[62, -130], [462, -130], [462, 0], [62, 0]],
  gable: [[462, -146], [577, -262], [692, -146], [692, 0], [462, 0]],
};

/** Edges that throw shade on a wall: from `a` to `b`, `depth` in front of it. */
export const overhangs = [
  { wall: "upper", a: [4, -270], b: [452, -270], depth: 20 },
  { wall: "lower", a: [20, -130], b: [432, -130], depth: 44 },
  { wall: "gable", a: [446, -140], b: [577, -273], depth: 15 },
  { wall: "gable", a: [577, -273], b: [708, -140], depth: 15 },
];

/** The upper volume stands in front of the gabled wing: its right edge throws shade sideways. */
export const fins = [{ wall: "gable", x: 462, top: -146, bottom: 0, depth: 26 }];

/** Trees: trunk, foliage as circles, and how far in front of the house they stand. */
export const trees = [
  { trunk: [[772, 0], [769, -70], [776, -150]], limbs: [[[771, -84], [750, -138]], [[773, -112], [798, -166]]],
    leaves: [[738, -166, 32], [778, -204, 44], [814, -172, 32], [762, -156, 30], [798, -140, 22]], depth: 60 },
  { trunk: [[-62, 0], [-60, -60], [-64, -108]], limbs: [[[-61, -56], [-80, -92]]],
    leaves: [[-84, -116, 24], [-56, -138, 30], [-34, -110, 20]], depth: 50 },
];

const line = (...points) => points;
const box = ({ x, y, width, height }) => line([x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]);

/** Ends of a line run a little past its corner, as by hand. */
function crossing([[x1, y1], [x2, y2]], past = 5) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [((x2 - x1) / length) * past, ((y2 - y1) / length) * past];
  return line([x1 - dx, y1 - dy], [x2 + dx, y2 + dy]);
}

function every(from, to, step, make) {
  const lines = [];
  for (let at = from; at <= to; at += step) lines.push(make(at));
  return lines;
}

const battens = every(240, 420, 9, (x) => line([x, -262], [x, -158]));
const seams = [
  ...every(474, 570, 16, (x) => line([x, -158 - (x - 462) * 1.009 + 12], [x + 5, -158 - (x - 462) * 1.009 + 3])),
];
const boards = every(-120, -12, 12, (y) => line([396, y], [458, y]));

/**
 * Every stroke with its weight (2 cut and outline, 1 edges, 0 fine) in the order of drawing. `at` is when it begins and
 * `took` how long it takes, both as parts of the time in which the house is drawn.
 */
export const strokes = [
  // Ground floor
  { path: crossing([[62, 0], [62, -130]]), weight: 2, at: 0.02, took: 0.1 },
  { path: crossing([[462, 0], [462, -146]]), weight: 2, at: 0.06, took: 0.1 },
  { path: line([28, -130], [28, 0]), weight: 1, at: 0.1, took: 0.08 },
  { path: line([34, -130], [34, 0]), weight: 1, at: 0.11, took: 0.08 },
  { path: crossing([[20, -130], [432, -130]]), weight: 2, at: 0.1, took: 0.16 },
  { path: crossing([[20, -150], [432, -150]]), weight: 1, at: 0.14, took: 0.16 },
  // Upper volume and its roof
  { path: crossing([[20, -130], [20, -270]]), weight: 2, at: 0.2, took: 0.1 },
  { path: crossing([[432, -130], [432, -270]]), weight: 2, at: 0.24, took: 0.1 },
  { path: crossing([[4, -270], [452, -270]]), weight: 1, at: 0.28, took: 0.16 },
  { path: line([4, -284], [452, -284], [452, -270]), weight: 2, at: 0.3, took: 0.18 },
  { path: line([4, -270], [4, -284]), weight: 2, at: 0.44, took: 0.03 },
  // Gabled wing
  { path: crossing([[692, 0], [692, -150]]), weight: 2, at: 0.18, took: 0.1 },
  { path: crossing([[446, -130], [577, -262]]), weight: 1, at: 0.28, took: 0.12 },
  { path: crossing([[708, -130], [577, -262]]), weight: 1, at: 0.28, took: 0.12 },
  { path: line([438, -138], [577, -278], [716, -138], [708, -130]), weight: 2, at: 0.34, took: 0.2 },
  { path: line([438, -138], [446, -130]), weight: 2, at: 0.34, took: 0.03 },
  { path: line([640, -216], [640, -276], [668, -276], [668, -188]), weight: 2, at: 0.5, took: 0.1 },
  { path: line([635, -276], [673, -276], [673, -283], [635, -283], [635, -276]), weight: 1, at: 0.56, took: 0.08 },
  // Openings
  ...glass.flatMap((opening, number) => [
    { path: box(opening), weight: 1, at: 0.42 + number * 0.05, took: 0.12 },
    ...opening.panes.map((x) => ({
      path: line([x, opening.y], [x, opening.y + opening.height]), weight: 1, at: 0.54 + number * 0.05, took: 0.07,
    })),
    ...opening.rails.map((y) => ({
      path: line([opening.x, y], [opening.x + opening.width, y]), weight: 1, at: 0.62 + number * 0.04, took: 0.07,
    })),
  ]),
  { path: box(door), weight: 1, at: 0.56, took: 0.1 },
  { path: line([342, -60], [342, -48]), weight: 1, at: 0.66, took: 0.02 },
  { path: line([296, -4], [388, -4], [388, 0]), weight: 1, at: 0.64, took: 0.06 },
  // Surfaces
  ...battens.map((path, number) => ({ path, weight: 0, at: 0.6 + number * 0.012, took: 0.06 })),
  ...boards.map((path, number) => ({ path, weight: 0, at: 0.7 + number * 0.014, took: 0.05 })),
  ...seams.map((path) => ({ path, weight: 0, at: 0.8, took: 0.04 })),
  { path: circle(577, -222, 11), weight: 1, at: 0.72, took: 0.08 },
  // Garden
  ...trees.flatMap(({ trunk, limbs, leaves }, number) => [
    { path: trunk, weight: 1, at: 0.6 + number * 0.08, took: 0.08 },
    ...limbs.map((path) => ({ path, weight: 0, at: 0.66 + number * 0.08, took: 0.05 })),
    ...crown(leaves).map((path, index) => ({ path, weight: 0, at: 0.7 + number * 0.06 + index * 0.03, took: 0.12 })),
  ]),
  { path: line([700, 0], [700, -26], [744, -26], [744, 0]), weight: 1, at: 0.8, took: 0.07 },
  ...[706, 716, 727, 738].map((x, number) => ({
    path: line([x, -26], [x - 3, -38 - (number % 2) * 7], [x, -26], [x + 4, -41]), weight: 0, at: 0.86, took: 0.05,
  })),
];

function circle(x, y, radius, from = 0, to = Math.PI * 2) {
  const points = [];
  for (let step = 0; step <= 28; step += 1) {
    const angle = from + ((to - from) * step) / 28;
    points.push([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
  }
  return points;
}

/** The outline of circles that overlap: of each one the arcs that no other covers. */
function crown(leaves) {
  const inside = ([x, y], self) => leaves.some(([cx, cy, r], at) => at !== self && Math.hypot(x - cx, y - cy) < r - 0.5);
  return leaves.flatMap(([x, y, radius], self) => {
    const points = circle(x, y, radius, -Math.PI * 1.25, Math.PI * 0.75);
    const arcs = [[]];
    for (const point of points) {
      if (inside(point, self)) arcs.push([]);
      else arcs.at(-1).push(point);
    }
    return arcs.filter((arc) => arc.length > 1);
  });
}
