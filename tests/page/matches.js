// A match of every game there is, played and made a page by the command itself.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const COMMAND = process.env.GRIDHAUNT ?? built("gridhaunt");
const SEED = "7";

export const ARTEFACTS = fileURLToPath(new URL("artefacts", import.meta.url));
mkdirSync(ARTEFACTS, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "gridhaunt-page-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

// The program of a package, built if need be.
function built(name) {
  const told = execFileSync("cargo", ["build", "--quiet", "--message-format=json", "-p", name, "--features", "full"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
  return told.trim().split("\n").map((line) => JSON.parse(line).executable).findLast(Boolean);
}

export function gridhaunt(...words) {
  return execFileSync(COMMAND, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
}

export function games() {
  return gridhaunt("games", "--format", "json").trim().split("\n").map((line) => JSON.parse(line).name);
}

// The page of a replay that is given as its text.
export function pageOf(name, text) {
  const [replay, page] = [join(folder, `${name}.jsonl`), join(folder, `${name}.html`)];
  writeFileSync(replay, text);
  try {
    gridhaunt("replay", "convert", replay, "-o", page);
  } catch (error) {
    // A record that does not verify is shown as far as it does.
    if (error.status !== 1 || !existsSync(page)) throw error;
  }
  return page;
}

// What the command says of a record; it fails where the record does not verify.
export function verify(name, record) {
  const file = join(folder, `${name}-saved.jsonl`);
  writeFileSync(file, record);
  return JSON.parse(gridhaunt("replay", "verify", file, "--format", "json").trim().split("\n")[0]);
}

// A folder with a bot, as a beginner has it. Whoever runs it has a name of its own and must come in.
export function program(game) {
  chmodSync(folder, 0o755);
  const bot = join(folder, `${game}-bot`);
  gridhaunt("new", game, bot, "--lang", "python");
  return bot;
}

// One match: its replay as text and as lines, what the engine says of it, and its page.
export function match(game, ...bots) {
  const replay = join(folder, `${game}-played.jsonl`);
  const played = JSON.parse(gridhaunt("play", game, ...bots, "--seed", SEED, "--out", replay, "--format", "json"));
  const text = readFileSync(replay, "utf8");
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  const told = gridhaunt("replay", "log", replay, "--format", "table").split("\n").filter((line) => line.startsWith("  "));
  return { game, text, told, outcome: played.outcome, steps: played.steps, hashes: lines.map((line) => line.hash), page: pageOf(game, text) };
}
