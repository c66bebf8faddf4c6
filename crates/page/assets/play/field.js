// The board that is played on: a picture from a sheet, as large as there is room, with targets to click or tap.

const [LEAST_CELL, USUAL_CELL, MOST_CELL] = [4, 32, 64];
// Cells that a finger can hit, and cells that a mouse can: a board that would need smaller ones is moved instead.
const [FINGER_CELL, MOUSE_CELL] = [18, 14];
// How long one picture of a move stays, in milliseconds, and how far a finger must go for a swipe, in pixels.
const [MOMENT, SWIPE] = [34, 28];

class Field {
  // `take(entries)` is called with the entries of a target that was hit, `swipe(way, along)` with a direction and
  // whether it is rather across or down.
  constructor(place, zoom, { take, swipe }) {
    this.place = place;
    this.zoom = zoom;
    this.room = place.parentElement;
    this.cell = USUAL_CELL;
    this.clear();
    place.addEventListener("click", ({ target }) => {
      const hit = target.closest("[data-entries]");
      if (hit) take(hit.dataset.entries.split(" ").map(Number));
    });
    zoom.addEventListener("click", () => {
      this.whole = !this.whole;
      this.changed?.();
    });
    let from = null;
    place.addEventListener("pointerdown", (event) => {
      from = event.pointerType === "touch" && !this.isMoved ? [event.clientX, event.clientY] : null;
    });
    place.addEventListener("pointerup", (event) => {
      if (!from) return;
      const [right, down] = [event.clientX - from[0], event.clientY - from[1]];
      from = null;
      if (Math.hypot(right, down) < SWIPE) return;
      const part = (along, across) => (Math.abs(along) > Math.abs(across) / 2 ? Math.sign(along) : 0);
      swipe([part(right, down), part(down, right)], Math.abs(right) > Math.abs(down) ? "across" : "down");
    });
  }

  // Forgets a match.
  clear() {
    [this.whole, this.shape] = [false, 0];
  }

  // Whether the board is larger than its room, so that a finger moves it.
  get isMoved() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.place;
    return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
  }

  // Finds the size of a cell at which the board of a sheet fills the room; a board that is too large is moved. Returns
  // whether the sheet has cells of that size.
  fit({ board, cell: drawn }) {
    const [, ...sides] = board.match(/ width="([\d.]+)" height="([\d.]+)"/) ?? [];
    const [across, down] = sides.map((side) => side / drawn);
    const least = matchMedia("(pointer: coarse)").matches ? FINGER_CELL : MOUSE_CELL;
    // A board that grows, or is moved, gets more room; room is never taken away, so that nothing jumps.
    this.shape = Math.max(this.shape, this.place.clientWidth / across < least ? 1 : 0, down / across);
    this.room.style.setProperty("--shape", this.shape);
    const { clientWidth, clientHeight } = this.place;
    const fits = Math.floor(Math.min(clientWidth / across, clientHeight / down));
    const cell = Math.max(LEAST_CELL, Math.min(MOST_CELL, this.whole ? fits : Math.max(fits, least)));
    this.zoom.hidden = fits >= least;
    this.zoom.setAttribute("aria-pressed", String(this.whole));
    if (Number.isFinite(cell)) this.cell = cell;
    return this.cell === drawn;
  }

  // Shows a sheet, with those who act on their way first.
  async show(sheet) {
    const drawn = (this.drawing = {});
    for (const moment of sheet.moments) {
      this.put(moment, sheet);
      this.follow(sheet, "auto");
      await new Promise((go) => setTimeout(go, MOMENT));
      if (drawn !== this.drawing) return;
    }
    this.put(sheet.board, sheet, targetsOf(sheet.entries));
    // A finger moves a board that is larger than its room, and swipes on one that is seen whole.
    this.place.style.touchAction = this.isMoved ? "auto" : "none";
    this.follow(sheet, this.calm ? "auto" : "smooth");
  }

  put(picture, { axes }, targets = "") {
    this.place.innerHTML = picture.replace(/<\/svg>\s*$/, `${axesOf(axes, this.cell)}${targets}</svg>`);
    this.place.firstElementChild.setAttribute("aria-label", "The board, as you know it");
  }

  // Keeps the own unit in the middle of a board that is larger than its room.
  follow({ own }, behavior) {
    const picture = this.place.firstElementChild;
    if (!own || !picture || !this.isMoved) return;
    const { x, y } = picture.viewBox.baseVal;
    const scale = this.cell / UNIT;
    const { clientWidth, clientHeight } = this.place;
    const [left, top] = [(own[0] - x) * scale - clientWidth / 2, (own[1] - y) * scale - clientHeight / 2];
    this.place.scrollTo({ left, top, behavior });
  }

  // Lets the target of an entry stand out, or of none.
  point(entry, how) {
    for (const target of this.place.querySelectorAll(`.target.${how}`)) target.classList.remove(how);
    if (entry === null) return;
    const at = [...this.place.querySelectorAll(".target")].find(({ dataset }) => dataset.entries.split(" ").includes(String(entry)));
    at?.classList.add(how);
  }
}

// Squares over the cells that entries lead to, discs over nodes; several entries may lead to one.
function targetsOf(entries) {
  const places = new Map();
  entries.forEach(({ at, way }, entry) => {
    if (at) places.set(at.join(), { at, way, entries: [...(places.get(at.join())?.entries ?? []), entry] });
  });
  const target = ({ at: [x, y, half], way, entries: led }) => {
    // A node has room around it for a finger.
    const side = way ? half : 1.3 * half;
    return `<rect class="target" data-entries="${led.join(" ")}" x="${x - side}" y="${y - side}" width="${2 * side}" height="${2 * side}" rx="${way ? side / 3 : side}"/>`;
  };
  return `<g class="targets">${[...places.values()].map(target).join("")}</g>`;
}
