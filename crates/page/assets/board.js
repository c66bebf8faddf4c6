// The board: a picture from the engine, as large as there is room.

const [LEAST_CELL, USUAL_CELL, MOST_CELL] = [3, 32, 96];

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
    this.place.innerHTML = picture.replace(/<\/svg>\s*$/, `${axesOf(this.axes, this.cell)}</svg>`);
    // What happens is told beside the board; the picture itself has only this name.
    this.place.firstElementChild.setAttribute("aria-label", "The board");
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
