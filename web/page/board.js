// The board: a picture from the engine, as large as there is room.

const MOST_CELL = 96;

class Board {
  constructor(place, engine) {
    this.place = place;
    this.engine = engine;
    this.cell = 32;
    this.drawn = "";
  }

  show(look) {
    this.put(this.engine.board(look, this.cell));
  }

  // Shows those who act on their way to another step.
  between(look, to, share) {
    this.put(this.engine.moment(look, this.cell, to, share));
  }

  put(picture) {
    if (picture === this.drawn || picture === "") return;
    this.drawn = picture;
    this.place.innerHTML = picture;
  }

  // Finds the size of a cell that fills the room, so that small cells are drawn with less in them.
  fit(look) {
    this.show(look);
    const picture = this.place.querySelector("svg");
    if (!picture) return;
    const { width, height } = this.place.getBoundingClientRect();
    const room = Math.min(width / picture.getAttribute("width"), height / picture.getAttribute("height"));
    const cell = Math.round(Math.max(3, Math.min(MOST_CELL, this.cell * room)));
    if (Number.isFinite(cell) && cell !== this.cell) {
      this.cell = cell;
      this.show(look);
    }
  }
}
