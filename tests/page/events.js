// Events of a few bots, played and reported on by the command itself.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gridhaunt } from "./matches.js";

const folder = mkdtempSync(join(tmpdir(), "gridhaunt-report-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

// Plays an event between bots of PyRat on a small board, and writes its report.
export function event(name, kind, ...words) {
  const [page, results] = [".html", ".json"].map((ending) => join(folder, `${name}${ending}`));
  gridhaunt("tournament", "run", "--game", "pyrat", "-c", "preset=tiny", "--kind", kind, "--name", name, "--seed", "7",
    "--db", join(folder, `${name}.db`), "-o", page, "-o", results, ...words);
  return { page, results: JSON.parse(readFileSync(results, "utf8")) };
}

// The report of an event with something else in its results.
export function changed({ page, results }, name, change) {
  const other = structuredClone(results);
  change(other);
  const html = readFileSync(page, "utf8");
  const [before, rest] = html.split(/(?<=id="results">)/);
  const file = join(folder, `${name}.html`);
  writeFileSync(file, before + JSON.stringify(other).replaceAll("<", "\\u003c") + rest.slice(rest.indexOf("</script>")));
  return file;
}
