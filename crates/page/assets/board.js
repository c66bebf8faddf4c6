// The board: a picture from the engine, as large as there is room.

const [LEAST_CELL, USUAL_CELL, MOST_CELL] = [3, 32, 96];
// The side of a cell in the units of the picture, and the smallest cell whose margin has room for numbers.
const [UNIT, LEAST_NUMBERED] = [32, 10];

class Board {
  constructor(place, engine) {
    this.place = place;
    this.engine = engine;
    this.cell = USUAL_CELL;
    this.drawn = "";
    this.axes = null;
  }

  show(look) {
    this.axes = this.engine.axes(look);
    this.put(this.engine.board(look, this.cell));
  }

  // Shows those who act on their way to another step.
  between(look, to, share) {
    this.put(this.engine.moment(look, this.cell, to, share));
  }

  put(picture) {
    if (picture === this.drawn || picture === "") return;
    this.drawn = picture;
    this.place.innerHTML = picture.replace(/<\/svg>\s*$/, `${this.numbers()}</svg>`);
    // What happens is told beside the board; the picture itself has only this name.
    this.place.firstElementChild.setAttribute("aria-label", "The board");
  }

  // The numbers of columns and rows, in the margin: as many as can be read.
  numbers() {
    if (!this.axes || this.cell < LEAST_NUMBERED) return "";
    const { columns, rows, first, up } = this.axes;
    const pixel = UNIT / this.cell;
    const size = Math.min(9, this.cell / 2.6) * pixel;
    const every = [1, 2, 5, 10, 20].find((step) => step * this.cell >= 22) ?? 50;
    const middle = (at) => (at + 0.5) * UNIT;
    const marks = (count, from, mark) =>
      Array.from({ length: count }, (_, n) => n).filter((n) => (from + n) % every === 0).map((n) => mark(n, from + n)).join("");
    const across = marks(columns, first[0], (n, number) => `<text x="${middle(n)}" y="${-2.5 * pixel}">${number}</text>`);
    const down = marks(rows, first[1], (n, number) =>
      `<text x="${-1.5 * pixel}" y="${middle(up ? rows - 1 - n : n) + 0.36 * size}" text-anchor="end">${number}</text>`);
    return `<g class="axes" font-size="${size}" text-anchor="middle">${across}${down}</g>`;
  }

  // Finds the size of a cell that fills the room, so that small cells are drawn with less in them.
  fit(look) {
    const [, ...sides] = this.engine.board(look, USUAL_CELL).match(/ width="([\d.]+)" height="([\d.]+)"/) ?? [];
    // On a phone the room is as high as the board is.
    this.place.style.setProperty("--shape", sides[1] / sides[0]);
    const { width, height } = this.place.getBoundingClientRect();
    const cell = Math.round(USUAL_CELL * Math.min(width / sides[0], height / sides[1]));
    if (Number.isFinite(cell)) this.cell = Math.max(LEAST_CELL, Math.min(MOST_CELL, cell));
    this.show(look);
  }
}
