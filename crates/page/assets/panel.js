// What stands beside the board, and the result.

// A value of more letters than this has a line of its own.
const LONG = 14;

function share(part, whole) {
  return whole > 0 ? Math.max(0, Math.min(1, part / whole)) : 0;
}

const ROWS = {
  fact({ label, value }) {
    const row = element("div", value.length > LONG ? "fact long" : "fact");
    row.append(element("span", "label", label), element("strong", "", value));
    return row;
  },
  bar({ label, figure, note, color, value, of, mark, leads }) {
    const row = element("div", leads ? "bar leads" : "bar");
    const [name, track, fill] = [element("span", "name", label), element("div", "track"), element("div", "fill")];
    name.style.setProperty("--swatch", color);
    fill.style.width = `${100 * share(value, of)}%`;
    fill.style.background = color;
    track.append(fill);
    if (mark !== null) {
      const line = element("div", "mark");
      line.style.left = `${100 * share(mark, of)}%`;
      track.append(line);
    }
    const head = element("div", "standing");
    head.append(name, element("strong", "", leads ? `♛ ${figure}` : figure));
    row.append(head, track);
    if (note) row.append(element("span", "label", note));
    return row;
  },
  end({ verdict, reason, color }) {
    const row = element("p", "end");
    if (color) row.style.setProperty("--swatch", color);
    row.append(element("strong", "", verdict), element("span", "label", `${reason}.`));
    return row;
  },
  note({ text }) {
    return element("p", "note", text);
  },
};

class Panel {
  constructor(place) {
    this.place = place;
    this.told = "";
  }

  show(rows) {
    const told = JSON.stringify(rows);
    if (told === this.told) return;
    this.told = told;
    this.place.hidden = rows.length === 0;
    this.place.replaceChildren(...rows.map((row) => ROWS[row.kind](row)));
  }
}

// Who won, why, and what everybody has: shown at the end of the match.
function resultOf({ card, outcome }) {
  const { result, winners, in_play: inPlay, who, why } = outcome;
  const head = element("h2", "", /^(the|a) /.test(who) ? capital(who) : who);
  const scores = element("ol", "scores");
  const seats = result.seats.map((standing, seat) => ({ ...standing, seat })).filter(({ seat }) => inPlay.includes(seat));
  for (const { seat, rank, score } of seats.sort((a, b) => a.rank - b.rank || a.seat - b.seat)) {
    const line = element("li", winners.includes(seat) ? "won" : "");
    line.append(element("span", "rank", `${rank}.`), element("span", "who", seatName(card, seat)), element("strong", "", String(score)));
    line.dataset.seat = seat;
    line.dataset.score = score;
    scores.append(line);
  }
  return [head, element("p", "why", `${capital(why)}.`), element("p", "label", `Scores are ${card.score}.`), scores];
}
