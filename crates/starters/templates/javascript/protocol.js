// Talks to the host: JSON objects on standard input and output, one a line. There is nothing to change here.
import { createInterface } from "node:readline";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * What a bot is told once.
 * @typedef {object} Match
 * @property {number} seat
 * @property {string} role
 * @property {number} seats
 * @property {string[]} roles
 * @property {(string | null)[]} names
 * @property {import("./game.js").Start} start
 * @property {object} options those of bot.toml
 * @property {object} clock
 * @property {string} seed 64 bits as a decimal number, for dice that fall alike each time
 */

/** What a bot is told each time it chooses. */
export class Turn {
  constructor(message) {
    /** @type {string} */ this.id = message.id;
    /** @type {number} */ this.number = message.turn;
    /** @type {number} */ this.seat = message.seat;
    /** @type {import("./game.js").View} */ this.view = message.view;
    /** Actions, as the game writes them. @type {any[]} */ this.legal = message.legal ?? [];
    /** @type {number | null} */ this.leftMs = message.left_ms;
    /** @type {number} */ this.bankMs = message.bank_ms;
    /** What came of the turn before. @type {object} */ this.last = message.last ?? {};
  }

  /** Names an action that counts if time runs out before the answer; the last one counts. */
  maybe(action) {
    send({ type: "maybe", id: this.id, action });
  }

  /** Words and marks that viewers show when they look at this seat. */
  note(text, marks = []) {
    send({ type: "note", id: this.id, text, marks });
  }
}

/** Prints to standard error: standard output belongs to the host. */
export function log(...words) {
  console.error(...words);
}

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

/** Plays until the input ends, a bot for each seat of each match, if `module` is the program that was started. */
export function run(Bot, module) {
  if (realpathSync(process.argv[1]) !== fileURLToPath(module)) return;
  const bots = new Map();
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "hello") {
      send({ type: "hello", name: "{{name}}" });
    } else if (message.type === "start") {
      const bot = new Bot();
      bots.set(message.seat, bot);
      bot.start(message);
      send({ type: "ready", seat: message.seat });
    } else if (message.type === "turn") {
      const turn = new Turn(message);
      send({ type: "move", id: turn.id, action: bots.get(turn.seat).choose(turn) });
    } else if (message.type === "ping") {
      send({ type: "pong", id: message.id });
    }
  });
}
