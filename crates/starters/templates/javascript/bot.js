// A bot for {{title}}. `choose` is where it thinks; everything else is there already.
import { run } from "./protocol.js";

export class Bot {
  /** What is told once is in `match.start`. @param {import("./protocol.js").Match} match */
  start(match) {}

  /** What is seen now is in `turn.view`, what may be chosen in `turn.legal`. @param {import("./protocol.js").Turn} turn */
  choose(turn) {
    return turn.legal[0];
  }
}

run(Bot, import.meta.url);
