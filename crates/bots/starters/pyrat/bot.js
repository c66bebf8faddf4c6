// A bot for PyRat: takes the cheapest way to the nearest cheese. `choose` is where it thinks.
import { Action } from "./game.js";
import { run } from "./protocol.js";
import { firstStep } from "./search.js";

const MOVES = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const NAMES = [Action.UP, Action.RIGHT, Action.DOWN, Action.LEFT];

export class Bot {
  /** @param {import("./protocol.js").Match} match */
  start(match) {
    this.seat = match.seat;
    this.maze = match.start;
    this.turns = new Map(); // how many turns a step between two cells takes, 0 for a wall
    for (const [x1, y1, x2, y2, turns = 0] of [...this.maze.walls, ...this.maze.mud]) {
      this.turns.set(`${this.cell(x1, y1)} ${this.cell(x2, y2)}`, turns);
      this.turns.set(`${this.cell(x2, y2)} ${this.cell(x1, y1)}`, turns);
    }
  }

  /** @param {import("./protocol.js").Turn} turn */
  choose(turn) {
    const me = turn.view.players[this.seat];
    const cheese = new Set(turn.view.cheese.map(([x, y]) => this.cell(x, y)));
    const step = firstStep(this.cell(...me.at), cheese, (cell) => this.ways(cell));
    return step >= 0 ? NAMES[step] : Action.STAY;
  }

  /** The moves from a cell: their number, where they lead and how many turns they take. */
  ways(cell) {
    const [x, y] = [cell % this.maze.width, Math.floor(cell / this.maze.width)];
    const ways = [];
    for (const [number, [dx, dy]] of MOVES.entries()) {
      const inside = 0 <= x + dx && x + dx < this.maze.width && 0 <= y + dy && y + dy < this.maze.height;
      const to = this.cell(x + dx, y + dy);
      const turns = this.turns.get(`${cell} ${to}`) ?? 1;
      if (inside && turns > 0) ways.push([number, to, turns]);
    }
    return ways;
  }

  cell(x, y) {
    return y * this.maze.width + x;
  }
}

run(Bot, import.meta.url);
