// A bot for Ghost Tag: killers run after survivors, survivors run for the exits. `choose` is where it thinks.
import { Action } from "./game.js";
import { run } from "./protocol.js";

const STEPS = [[0, 0], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
const NAMES = [Action.STAY, Action.N, Action.NE, Action.E, Action.SE, Action.S, Action.SW, Action.W, Action.NW];

export class Bot {
  /** @param {import("./protocol.js").Match} match */
  start(match) {
    this.board = match.start;
  }

  /** @param {import("./protocol.js").Turn} turn */
  choose(turn) {
    const view = turn.view;
    let [best, choice] = [1_000_000, 0];
    const hunts = view.side === "killers";
    const prey = view.survivors.map((unit) => unit.at);
    const goals = hunts && prey.length > 0 ? prey : view.exits;
    for (const [step, [dx, dy]] of STEPS.entries()) {
      const to = [view.at[0] + dx, view.at[1] + dy];
      if (to[0] < 0 || to[0] >= this.board.width || to[1] < 0 || to[1] >= this.board.height) continue;
      const far = Math.min(...goals.map((goal) => distance(to, goal)));
      const danger = !hunts && far > 0 && view.killers.some((unit) => distance(to, unit.at) < 2);
      const value = far + (danger ? 1000 : 0);
      if (value < best) [best, choice] = [value, step];
    }
    return NAMES[choice];
  }
}

/** Steps from cell to cell; a diagonal one counts one. */
function distance(a, b) {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
}

run(Bot, import.meta.url);
