// A hall with an event that was played, and one that takes bots, opened by the command itself.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gridhaunt, COMMAND } from "./matches.js";

export async function openHall() {
  const folder = mkdtempSync(join(tmpdir(), "gridhaunt-hall-"));
  const db = ["--db", join(folder, "hall.db")];
  gridhaunt("tournament", "run", "--game", "pyrat", "-c", "preset=tiny", "--kind", "round-robin", "--name", "Autumn cup", "--seed", "7", ...db,
    "greedy", "random", "idle", "greedy:ties=first");
  gridhaunt("tournament", "run", "--game", "pyrat", "-c", "preset=tiny", "--kind", "bracket", "--name", "Knock-out", "--seed", "7", ...db,
    "greedy", "random", "idle", "greedy:ties=first");
  gridhaunt("serve", "announce", "The final begins at noon", ...db);
  const token = JSON.parse(gridhaunt("serve", "team", "add", "ada", ...db)).token;
  const chief = JSON.parse(gridhaunt("serve", "token", ...db)).token;
  const bot = join(folder, "mybot");
  gridhaunt("new", "pyrat", bot, "--lang", "python");
  execFileSync("tar", ["czf", join(folder, "mybot.tar.gz"), "-C", folder, "mybot"]);
  const hall = spawn(COMMAND, ["serve", "--bind", "127.0.0.1:0", "--league", "pyrat", "--with", "greedy,random", ...db, "--format", "json"]);
  const address = await new Promise((resolve, reject) => {
    let told = "";
    hall.stdout.on("data", (data) => {
      told += data;
      if (told.includes("\n")) resolve(JSON.parse(told.split("\n")[0]).address);
    });
    hall.on("exit", (code) => reject(new Error(`the hall left with ${code}`)));
  });
  const close = () => new Promise((resolve) => {
    hall.removeAllListeners("exit").on("exit", () => {
      rmSync(folder, { recursive: true });
      resolve();
    });
    hall.kill();
  });
  return { address, token, chief, upload: join(folder, "mybot.tar.gz"), close };
}
