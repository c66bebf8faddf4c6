// A bot for Ghost Grid: ghosts climb to the goal, sentinels come down to meet them. `choose` is where it thinks.
import { Action } from "./game.js";
import { run } from "./protocol.js";

export class Bot {
  /** @param {import("./protocol.js").Match} match */
  start(match) {
    this.been = new Set(); // the nodes it was asked in
  }

  /** @param {import("./protocol.js").Turn} turn */
  choose(turn) {
    const view = turn.view;
    const ghost = view.type === "ghost-view";
    this.been.add(view.me.node);
    if (!ghost && view.here.loot > 0) return Action.recover();
    const rests = ghost ? view.me.loot === 0 : view.me.frozen > 0 || view.here.ghosts.length > 0;
    if (rests) return Action.wait();
    let [best, to] = [-1_000_000, -1];
    for (const port of view.ports) {
      const value = ghost ? this.climb(view, port) : this.hunt(view, port);
      if (port.dist <= view.me.energy && value > best) [best, to] = [value, port.node];
    }
    return to >= 0 ? Action.move(to) : Action.wait();
  }

  /** What a way is worth to a ghost: up is good, far is bad, a sentinel there is worst. */
  climb(view, port) {
    let value = 10 * (port.layer - view.me.layer) - port.dist;
    value += port.layer === view.n ? 1000 : 0;
    value -= this.been.has(port.node) ? 25 : 0;
    return value - (port.sentinels ? 100_000 : 0);
  }

  /** What a way is worth to a sentinel: down, where nobody looked of late and no other sentinel is. */
  hunt(view, port) {
    const late = view.checked.some((mark) => mark.node === port.node && mark.turn + 3 >= view.turn);
    const ally = view.allies.some((ally) => ally.node === port.node);
    const goal = port.layer === view.n;
    return -port.dist - 100 * port.layer - (late ? 10_000 : 0) - (ally ? 50_000 : 0) - (goal ? 100_000 : 0);
  }
}

run(Bot, import.meta.url);
