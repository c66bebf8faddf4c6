// What may be done, beside the board: a pad for steps to the next cells, and a list for the rest.

const WAYS = [[-1, -1], [0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];
const ARROWS = ["↖", "↑", "↗", "←", "•", "→", "↙", "↓", "↘"];
// What games call a step, for those that lead nowhere now, as into a wall: they stay on the pad and do nothing there.
const CALLED = new Map([["up", 1], ["n", 1], ["right", 5], ["e", 5], ["down", 7], ["s", 7], ["left", 3], ["w", 3], ["nw", 0], ["ne", 2], ["sw", 6], ["se", 8]]);
const same = (one, other) => one && other && one[0] === other[0] && one[1] === other[1];

// A straight way over several cells, as arrows: nothing for others.
function arrowsOf(way) {
  const far = Math.max(...(way ?? [0]).map(Math.abs));
  if (far < 2 || far > 3 || way.some((part) => part % far !== 0)) return "";
  return ARROWS[WAYS.findIndex((one) => same(one, way.map((part) => part / far)))].repeat(far);
}

class Choices {
  // `take(offer)` is called with the index of an offer.
  constructor(pad, list, number, take) {
    this.pad = pad;
    this.list = list;
    this.number = number;
    this.takes = take;
    this.entries = [];
    // Directions that were ever offered: the pad keeps its shape.
    this.seen = new Set();
    for (const place of [pad, list]) {
      place.addEventListener("click", ({ target }) => {
        const button = target.closest("button[data-entry]");
        if (button && button.getAttribute("aria-disabled") !== "true") this.take(Number(button.dataset.entry));
      });
    }
    number.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = this.asked.find(([n]) => String(n) === number.querySelector("input").value);
      // It is taken before the dialog closes: whoever presses a key once more finds nothing open.
      if (chosen) this.takes(chosen[1]);
      number.close();
    });
    number.querySelector(".cancel").addEventListener("click", () => number.close());
  }

  // Forgets a match.
  clear() {
    this.seen.clear();
    this.entries = [];
    this.pad.replaceChildren();
    this.list.replaceChildren();
  }

  // Shows the entries of a sheet; while others play the last ones stay, and do nothing.
  show({ entries, asks, aims }) {
    this.isOpen = asks;
    if (!asks) {
      for (const button of [...this.pad.children, ...this.list.children]) button.setAttribute("aria-disabled", "true");
      return;
    }
    this.entries = entries;
    this.aims = aims;
    this.pointed = null;
    const padded = WAYS.map((way) => {
      const there = entries.flatMap((entry, n) => (same(entry.way, way) ? [n] : []));
      return there.length === 1 ? there[0] : null;
    });
    const walls = entries.flatMap(({ at, label }, n) => (!at && CALLED.has(label.toLowerCase()) ? [[n, CALLED.get(label.toLowerCase())]] : []));
    for (const place of [...WAYS.keys()].filter((n) => padded[n] !== null).concat(walls.map(([, place]) => place))) this.seen.add(place);
    const steps = [...this.seen].some((n) => n !== 4);
    let rest = entries.map((_, n) => n).filter((n) => !steps || !(padded.includes(n) || walls.some(([wall]) => wall === n)));
    // The only other thing is to do nothing: it has the middle of the pad.
    if (steps && padded[4] === null && rest.length === 1 && !entries[rest[0]].at && entries[rest[0]].offers.length === 1) {
      [padded[4], rest] = [rest[0], []];
      this.seen.add(4);
    }
    const focused = [this.pad, this.list].map((place) => [...place.children].indexOf(document.activeElement));
    this.pad.hidden = !steps;
    this.pad.replaceChildren(...(steps ? WAYS.map((_, n) => this.step(n, padded[n])) : []));
    this.list.replaceChildren(...rest.map((n) => this.line(n)));
    this.list.hidden = rest.length === 0;
    // Whoever goes by keys stays where they were.
    [this.pad, this.list].forEach((place, n) => focused[n] >= 0 && (place.children[focused[n]] ?? place.firstElementChild)?.focus());
  }

  step(n, entry) {
    const button = element("button", n === 4 ? "step stay" : "step", ARROWS[n]);
    button.type = "button";
    if (entry === null) {
      button.disabled = true;
      button.classList.toggle("gone", !this.seen.has(n));
      button.setAttribute("aria-hidden", "true");
      return button;
    }
    const { label, cost } = this.entries[entry];
    button.dataset.entry = entry;
    button.setAttribute("aria-label", cost ? `${label}, ${cost}` : label);
    button.title = cost ? `${label} (${cost})` : label;
    // A pad has room for a number: the words are in its title.
    if (cost) button.append(element("small", "", /^\d+/.exec(cost)?.[0] ?? cost));
    return button;
  }

  line(entry) {
    const { label, key, cost, way } = this.entries[entry];
    const button = element("button", "line");
    const arrows = element("span", "", arrowsOf(way));
    arrows.setAttribute("aria-hidden", "true");
    arrows.hidden = arrows.textContent === "";
    button.title = label;
    button.type = "button";
    button.dataset.entry = entry;
    if (key) button.append(element("kbd", "", key));
    button.append(arrows, element("span", arrows.hidden ? "" : "unseen", label));
    if (cost) button.append(element("small", "", cost));
    return button;
  }

  // Takes an entry; one that stands for many asks for the number.
  take(entry) {
    const { label, offers } = this.entries[entry];
    if (!this.isOpen) return;
    if (offers.length === 1) {
      this.takes(offers[0][1]);
      return;
    }
    this.asked = offers;
    const input = this.number.querySelector("input");
    const numbers = offers.map(([n]) => n);
    [input.min, input.max] = [Math.min(...numbers), Math.max(...numbers)];
    input.value = input.max;
    this.number.querySelector("h2").textContent = label;
    this.number.showModal();
    input.select();
  }

  // One of several entries that lead to one place: the list shows them.
  among(entries) {
    if (entries.length === 1) this.take(entries[0]);
    else this.list.querySelector(`[data-entry="${entries[0]}"]`)?.focus();
  }

  // The only entry that leads this way.
  that(way) {
    const there = this.entries.flatMap((entry, n) => (same(entry.way, way) ? [n] : []));
    return there.length === 1 ? there[0] : null;
  }

  // Staying where one is, or the only thing that leads nowhere.
  get still() {
    const nowhere = this.entries.flatMap(({ at, label }, n) => (at || CALLED.has(label.toLowerCase()) ? [] : [n]));
    return this.that([0, 0]) ?? (nowhere.length === 1 ? nowhere[0] : null);
  }

  // Moves what is pointed at one cell on, over cells to which nothing leads.
  aim([right, down]) {
    const from = this.pointed === null ? [0, 0] : this.entries[this.pointed].way;
    for (const far of [1, 2]) {
      const to = [from[0] + far * right, from[1] + far * down];
      if (same(to, [0, 0])) {
        this.pointed = null;
        return;
      }
      const entry = this.that(to);
      if (entry !== null) {
        this.pointed = entry;
        return;
      }
    }
  }

  // Lets the button of an entry stand out, or of none.
  mark(entry, how) {
    for (const place of [this.pad, this.list]) {
      for (const button of place.children) button.classList.toggle(how, entry !== null && button.dataset.entry === String(entry));
    }
  }

  // What an entry is called on its button.
  nameOf(entry) {
    const { label, way } = this.entries[entry];
    const near = WAYS.findIndex((one) => same(one, way));
    return arrowsOf(way) || (near >= 0 && near !== 4 && `${ARROWS[near]} ${label}`) || label;
  }

  // The entry of an offer.
  entryOf(offer) {
    const entry = this.entries.findIndex(({ offers }) => offers.some(([, index]) => index === offer));
    return entry < 0 ? null : entry;
  }
}
