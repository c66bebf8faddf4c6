// node --test: the bot answers every turn of a recorded dialogue with a legal action.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Bot } from "./bot.js";
import { Turn } from "./protocol.js";

test("every answer is legal", () => {
  const bots = new Map();
  let turns = 0;
  for (const line of readFileSync(new URL("dialogue.jsonl", import.meta.url), "utf8").trim().split("\n")) {
    const message = JSON.parse(line);
    if (message.type === "start") {
      bots.set(message.seat, new Bot());
      bots.get(message.seat).start(message);
    } else if (message.type === "turn") {
      const turn = new Turn(message);
      const action = bots.get(turn.seat).choose(turn);
      const legal = turn.legal.some((one) => isSame(one, action));
      assert.ok(legal, `turn ${turn.number}: ${JSON.stringify(action)}`);
      turns += 1;
    }
  }
  assert.ok(turns > 0);
});

function isSame(a, b) {
  try {
    assert.deepEqual(a, b);
    return true;
  } catch {
    return false;
  }
}
