// A bot for Snarl: players look for key and exit, adversaries run after players. `choose` is where it thinks.
import { Action } from "./game.js";
import { run } from "./protocol.js";
import { firstStep } from "./search.js";

const NAMES = [Action.N, Action.W, Action.E, Action.S, Action.NN, Action.NW, Action.NE, Action.WW, Action.EE, Action.SW];
NAMES.push(Action.SE, Action.SS);
const MOVES = [[-1, 0], [0, -1], [0, 1], [1, 0], [-2, 0], [-1, -1], [-1, 1], [0, -2], [0, 2], [1, -1], [1, 1], [2, 0]];
const WIDE = 1000; // a tile is a number: WIDE * row + column

export class Bot {
  /** @param {import("./protocol.js").Match} match */
  start(match) {
    [this.level, this.open, this.things] = [0, new Map(), new Map()];
  }

  /** @param {import("./protocol.js").Turn} turn */
  choose(turn) {
    const view = turn.view;
    if (view.type !== "player-view") return this.hunt(view, turn.legal);
    this.look(view);
    const here = tileOf(view.position);
    const goal = this.things.get(view["exit-locked"] ? "key" : "exit");
    const edges = () => [...this.open.keys()].filter((tile) => this.isEdge(tile));
    const goals = goal === undefined ? edges() : [goal];
    const taken = view.actors.map((actor) => tileOf(actor.position));
    const foes = view.actors.filter((actor) => actor.type !== "player").map((actor) => tileOf(actor.position));
    const near = foes.flatMap((tile) => MOVES.slice(0, 4).map(([rows, columns]) => tile + WIDE * rows + columns));
    for (const closed of [new Set([...taken, ...near]), new Set(taken)]) { // first a way that keeps a step away from adversaries
      const free = new Set(goals.filter((tile) => !closed.has(tile)));
      const step = firstStep(here, free, (tile) => this.ways(tile, closed));
      if (step >= 0) return NAMES[step];
    }
    return Action.STAY;
  }

  /** The moves from a tile, one or two steps; what is on the tile between does not matter. */
  ways(tile, closed) {
    const ways = [];
    for (const [move, [rows, columns]] of MOVES.entries()) {
      const to = tile + WIDE * rows + columns;
      if (this.open.get(to) && !closed.has(to) && this.between(tile, rows, columns)) ways.push([move, to, 1]);
    }
    return ways;
  }

  /** Whether the tile that a move passes can be walked on. */
  between(tile, rows, columns) {
    if (Math.abs(rows) + Math.abs(columns) === 1) return true;
    if (rows === 0 || columns === 0) return this.open.get(tile + (WIDE * rows + columns) / 2) ?? false;
    return this.open.get(tile + WIDE * rows) || this.open.get(tile + columns) || false;
  }

  /** Remembers what it sees of a level. */
  look(view) {
    if (view.level !== this.level) [this.level, this.open, this.things] = [view.level, new Map(), new Map()];
    const reach = Math.floor(view.layout.length / 2);
    for (const [row, codes] of view.layout.entries()) {
      for (const [column, code] of codes.entries()) {
        this.open.set(tileOf(view.position) + WIDE * (row - reach) + column - reach, code > 0);
      }
    }
    for (const thing of view.objects) this.things.set(thing.type, tileOf(thing.position));
  }

  /** Whether one can stand there and a tile beside it was not seen yet. */
  isEdge(tile) {
    const beside = MOVES.slice(0, 4).map(([rows, columns]) => tile + WIDE * rows + columns);
    return this.open.get(tile) && beside.some((to) => !this.open.has(to));
  }

  /** An adversary takes the step that brings it nearest to a player. */
  hunt(view, legal) {
    const at = view.state.adversaries.find((actor) => actor.name === view.actor).position;
    let [best, choice] = [1_000_000, legal[0]];
    for (const action of legal) {
      const [rows, columns] = MOVES[NAMES.indexOf(action)] ?? [0, 0];
      for (const player of view.state.players) {
        const far = Math.abs(player.position[0] - at[0] - rows) + Math.abs(player.position[1] - at[1] - columns);
        if (far < best) [best, choice] = [far, action];
      }
    }
    return choice;
  }
}

function tileOf(point) {
  return WIDE * point[0] + point[1];
}

run(Bot, import.meta.url);
