// A bot for Sproutopia: walks small loops off its land and comes home. `choose` is where it thinks.
import { Action } from "./game.js";
import { run } from "./protocol.js";
import { firstStep } from "./search.js";

const NAMES = [Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT];
const WIDE = 1000; // a cell is a number: WIDE * y + x
const STEPS = [-WIDE, WIDE, -1, 1];
const LONG = 5; // how long a trail may get before the bot turns home

export class Bot {
  /** @param {import("./protocol.js").Match} match */
  start(match) {
    this.seat = match.seat;
  }

  /** @param {import("./protocol.js").Turn} turn */
  choose(turn) {
    const [view, land] = [turn.view, this.window(turn.view)];
    const [here, ahead] = [cellOf(view.at), view.momentum - 1];
    const closed = new Set([...view.trail, ...view.weeds].map(cellOf));
    if (ahead in STEPS) closed.add(here - STEPS[ahead]); // nobody turns round on the spot
    const home = view.trail.length >= LONG;
    const isGoal = ([cell, code]) => (code === this.seat) === home && cell !== here && !closed.has(cell);
    const goals = new Set([...land].filter(isGoal).map(([cell]) => cell));
    const isOpen = (cell) => land.has(cell) && !closed.has(cell);
    const ways = (cell) => STEPS.map((step, n) => [n, cell + step, 1]).filter(([, to]) => isOpen(to));
    let step = firstStep(here, goals, ways);
    if (step < 0) { // straight on, or wherever it can go
      const moves = ways(here).map(([move]) => move);
      step = moves.includes(ahead) ? ahead : moves[0] ?? -1;
    }
    return step >= 0 ? NAMES[step] : Action.NONE;
  }

  /** The codes of the cells on the board that it sees. */
  window(view) {
    const reach = Math.floor(view.window.length / 2);
    const land = new Map();
    for (const [row, codes] of view.window.entries()) {
      for (const [column, code] of codes.entries()) {
        const cell = cellOf(view.at) + WIDE * (row - reach) + column - reach;
        if (code !== 254) land.set(cell, code);
      }
    }
    return land;
  }
}

function cellOf(at) {
  return WIDE * at[1] + at[0];
}

run(Bot, import.meta.url);
