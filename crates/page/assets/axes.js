// The numbers of columns and rows, in the margin of a picture.

// The side of a cell in the units of the picture, and the smallest cell whose margin has room for numbers.
const [UNIT, LEAST_NUMBERED] = [32, 10];

// As many numbers as can be read, as a group of the picture; nothing where cells have none.
function axesOf(axes, cell) {
  if (!axes || cell < LEAST_NUMBERED) return "";
  const { columns, rows, first, up } = axes;
  const pixel = UNIT / cell;
  const size = Math.min(9, cell / 2.6) * pixel;
  const every = [1, 2, 5, 10, 20].find((step) => step * cell >= 22) ?? 50;
  const middle = (at) => (at + 0.5) * UNIT;
  const marks = (count, from, mark) =>
    Array.from({ length: count }, (_, n) => n).filter((n) => (from + n) % every === 0).map((n) => mark(n, from + n)).join("");
  const across = marks(columns, first[0], (n, number) => `<text x="${middle(n)}" y="${-3.5 * pixel}">${number}</text>`);
  const down = marks(rows, first[1], (n, number) =>
    `<text x="${-3 * pixel}" y="${middle(up ? rows - 1 - n : n) + 0.36 * size}" text-anchor="end">${number}</text>`);
  return `<g class="axes" font-size="${size}" text-anchor="middle">${across}${down}</g>`;
}
