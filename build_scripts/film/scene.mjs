/**
 * Draws one moment of the hero film on a canvas: a day goes over the elevation of a house. The sun rises, the house is
 * drawn in ink, shadows turn; after sunset the ink fades to the pencil under it. The first frame follows the last.
 */
import { door, fins, glass, overhangs, strokes, trees, walls } from "./house.mjs";

/** As in ui/src/styles/tokens.css, but for the paper: of what eight bits of YUV can say this comes out nearest to #fbf8f3. */
const colours = { paper: "#fbf9f3", pencil: "#cdc2b0", ink: "#14212b", sun: "#e0a33a", sky: "#dce6ea", stone: "#efe9df" };

/** Sizes in pixels; the house stands at (x, ground), `scale` pixels for each of its units; the sun's arc is an ellipse. */
export const views = {
  wide: { width: 1600, height: 900, x: 812, ground: 748, scale: 0.98, arc: { x: 1186, rx: 396, ry: 556 }, sun: 40, pen: 1.6 },
  tall: { width: 720, height: 1280, x: 112, ground: 1112, scale: 0.69, arc: { x: 364, rx: 296, ry: 424 }, sun: 34, pen: 1.6 },
};

const dayPart = 0.88;
const startOfDay = 0.4;
const ease = (part) => part * part * (3 - 2 * part);
const between = (value, from, to) => Math.min(1, Math.max(0, (value - from) / (to - from)));

/** Where the sun stands at `time` (0 to 1 of the loop): 0 sunrise, 1 sunset; null at night. */
export function dayAt(time) {
  const sunset = (1 - startOfDay) * dayPart;
  if (time <= sunset) return startOfDay + time / dayPart;
  const sunrise = 1 - startOfDay * dayPart;
  return time >= sunrise ? (time - sunrise) / dayPart : null;
}

/** How much of the ink is there: drawn (0 to 1) in the morning, then faded (alpha) at dusk. */
function inkAt(time) {
  if (time < 0.62) return { drawn: 1, alpha: 1 - ease(between(time, 0.47, 0.61)) };
  return { drawn: between(time, 0.63, 0.97), alpha: 1 };
}

function trace(pen, points) {
  pen.beginPath();
  points.forEach(([x, y], index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
}

/** The first `part` of a line's length. */
function tracePart(pen, points, part) {
  const lengths = points.slice(1).map(([x, y], index) => Math.hypot(x - points[index][0], y - points[index][1]));
  let left = lengths.reduce((sum, length) => sum + length, 0) * part;
  pen.beginPath();
  pen.moveTo(...points[0]);
  for (let index = 0; index < lengths.length && left > 0; index += 1) {
    const share = Math.min(1, left / (lengths[index] || 1));
    const [[x1, y1], [x2, y2]] = [points[index], points[index + 1]];
    pen.lineTo(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share);
    left -= lengths[index];
  }
}

/** Pencil: what is on the sheet before any ink, and stays under it. */
function drawPencil(pen, view) {
  const { ground, scale, x, arc } = view;
  pen.strokeStyle = pen.fillStyle = colours.pencil;
  pen.lineWidth = 2;
  pen.lineCap = "round";
  pen.setLineDash([0.1, 9]);
  pen.beginPath();
  pen.ellipse(arc.x, ground, arc.rx, arc.ry, 0, Math.PI, 0);
  pen.stroke();
  pen.setLineDash([]);
  pen.lineWidth = 1.2;
  for (let hour = 1; hour < 8; hour += 1) {
    const angle = Math.PI * (1 + hour / 8);
    pen.beginPath();
    pen.arc(arc.x + arc.rx * Math.cos(angle), ground + arc.ry * Math.sin(angle), 3.5, 0, Math.PI * 2);
    pen.fillStyle = colours.paper;
    pen.fill();
    pen.stroke();
  }
  pen.lineWidth = 1;
  pen.setLineDash([18, 5, 2, 5]);
  for (const at of [62, 268, 462, 692]) {
    trace(pen, [[x + at * scale, ground - 318 * scale], [x + at * scale, ground + 62 * scale]]);
    pen.stroke();
  }
  for (const level of [-130, -270]) {
    trace(pen, [[x - 110 * scale, ground + level * scale], [x + 850 * scale, ground + level * scale]]);
    pen.stroke();
  }
  pen.setLineDash([]);
  const dimension = ground + 74 * scale;
  trace(pen, [[x + 40 * scale, dimension], [x + 714 * scale, dimension]]);
  pen.stroke();
  for (const at of [62, 268, 462, 692]) {
    trace(pen, [[x + at * scale - 6, dimension + 6], [x + at * scale + 6, dimension - 6]]);
    pen.stroke();
  }
}

/** The datum line over everything that stands on it. */
function drawGround(pen, view) {
  const { width, ground } = view;
  pen.strokeStyle = colours.ink;
  pen.lineWidth = view.pen * 1.35;
  trace(pen, [[0, ground], [width, ground]]);
  pen.stroke();
  pen.globalAlpha = 0.5;
  pen.lineWidth = 1;
  for (let at = 24; at < width; at += 64) {
    trace(pen, [[at, ground + 5], [at - 10, ground + 17]]);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

function drawSun(pen, { ground, width, arc, sun }, day) {
  if (day === null) return;
  const angle = Math.PI * (1 + day);
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, width, ground - 1);
  pen.clip();
  pen.beginPath();
  // The disc goes down to below the line before the night begins.
  const drop = sun * 1.1 * (1 - Math.sin(Math.PI * day));
  pen.arc(arc.x + arc.rx * Math.cos(angle), ground + arc.ry * Math.sin(angle) + drop, sun, 0, Math.PI * 2);
  pen.fillStyle = colours.sun;
  pen.fill();
  pen.restore();
}

/** Flat washes under the ink: paper for walls (they hide what is behind), sky for glass. */
function drawWashes(pen, washed) {
  pen.globalAlpha = washed;
  pen.fillStyle = colours.paper;
  for (const wall of Object.values(walls)) {
    trace(pen, wall);
    pen.fill();
  }
  pen.fillStyle = colours.stone;
  pen.beginPath();
  for (const [x, y, radius] of trees.flatMap(({ leaves }) => leaves)) {
    pen.moveTo(x + radius, y);
    pen.arc(x, y, radius, 0, Math.PI * 2);
  }
  pen.fill("nonzero");
  pen.fillStyle = colours.sky;
  for (const { x, y, width, height } of glass) pen.fillRect(x, y, width, height);
  pen.fillStyle = colours.stone;
  pen.fillRect(door.x, door.y, door.width, door.height);
  pen.globalAlpha = 1;
}

function clipTo(pen, wall) {
  trace(pen, wall);
  pen.closePath();
  pen.clip();
}

/** Shadows of overhangs, reveals, the front volume and the trees, all from one sun. */
function drawShadows(pen, day, strength) {
  if (day === null || strength <= 0) return;
  const height = Math.sin(Math.PI * day);
  const aside = Math.cos(Math.PI * day) * 1.5;
  const down = 0.25 + 1.15 * height;
  pen.fillStyle = `rgb(20 33 43 / ${(0.15 * strength * ease(between(height, 0.04, 0.4))).toFixed(4)})`;
  for (const [name, wall] of Object.entries(walls)) {
    pen.save();
    clipTo(pen, wall);
    pen.beginPath();
    for (const { a, b, depth } of overhangs.filter((edge) => edge.wall === name)) {
      const [dx, dy] = [depth * aside, depth * down];
      addPolygon(pen, [a, b, [b[0] + dx, b[1] + dy], [a[0] + dx, a[1] + dy]]);
    }
    for (const { x, top, bottom, depth } of fins.filter((edge) => edge.wall === name)) {
      const dx = Math.max(0, depth * aside);
      addPolygon(pen, [[x, top], [x + dx, top + depth * down], [x + dx, bottom], [x, bottom]]);
    }
    for (const { leaves, depth } of trees) {
      for (const [x, y, radius] of leaves) {
        const [cx, cy] = [x + depth * aside * 1.6, y + depth * down * 0.7];
        pen.moveTo(cx + radius, cy);
        pen.arc(cx, cy, radius, 0, Math.PI * 2);
      }
    }
    pen.fill("nonzero");
    pen.restore();
  }
  for (const { x, y, width, height: tall, depth } of glass) {
    const [dx, dy] = [depth * aside, depth * down];
    pen.save();
    pen.beginPath();
    pen.rect(x, y, width, tall);
    pen.clip();
    pen.beginPath();
    pen.rect(x - 40, y - 40, width + 80, tall + 80);
    pen.rect(x + dx, y + dy, width, tall + 80);
    pen.fill("evenodd");
    pen.restore();
  }
}

/** Adds a polygon turning one way, so that overlapping ones fill as one. */
function addPolygon(pen, points) {
  const area = points.reduce((sum, [x, y], index) => {
    const [nx, ny] = points[(index + 1) % points.length];
    return sum + x * ny - nx * y;
  }, 0);
  const turned = area < 0 ? [...points].reverse() : points;
  turned.forEach(([x, y], index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
}

function drawInk(pen, view, { drawn, alpha }) {
  const weights = [0.62, 1, 1.5].map((weight) => (weight * view.pen) / view.scale);
  pen.strokeStyle = colours.ink;
  pen.lineJoin = "round";
  for (const { path, weight, at, took } of strokes) {
    const part = ease(between(drawn, at, at + took));
    if (part === 0) continue;
    pen.globalAlpha = alpha * [0.55, 0.85, 1][weight];
    pen.lineWidth = weights[weight];
    tracePart(pen, path, part);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

/** Draws the film's picture at `time` (0 to 1) for a view. */
export function drawFrame(pen, view, time) {
  const day = dayAt(time);
  const ink = inkAt(time);
  const washed = ink.alpha * ease(between(ink.drawn, 0.62, 1));
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, view.width, view.height);
  drawPencil(pen, view);
  drawSun(pen, view, day);
  pen.setTransform(view.scale, 0, 0, view.scale, view.x, view.ground);
  drawWashes(pen, washed);
  drawShadows(pen, day, washed);
  drawInk(pen, view, ink);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  drawGround(pen, view);
}
