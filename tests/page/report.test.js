// The report of an event in a real browser: it opens by itself, is sorted and filtered, and every match in it plays to its
// end in the viewer that the same file carries.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openPage, startBrowser } from "./browser.js";
import { changed, event } from "./events.js";
import { ARTEFACTS } from "./matches.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

// What axe finds wrong with a page, in words.
async function faults(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

// Opens a report, lets something be done with it, and makes sure that it neither complained nor reached for anything.
async function withReport(file, options, act) {
  const opened = await openPage(browser, file, options);
  try {
    await act(opened.page);
    assert.deepEqual(opened.complaints, []);
    const foreign = opened.requests.filter((address) => address.split("#")[0] !== pathToFileURL(file).href && !address.startsWith("blob:"));
    assert.deepEqual(foreign, []);
  } finally {
    await opened.close();
  }
}

const column = (page, head) => page.evaluate((head) => {
  const heads = [...document.querySelectorAll("#standings thead th")];
  const at = heads.findIndex((cell) => cell.textContent.startsWith(head));
  const cells = [...document.querySelectorAll("#standings tbody tr")].map((row) => row.children[at]);
  return cells.map((cell) => (cell.querySelector("bdi") ?? cell).textContent);
}, head);

const played = event("cup", "round-robin", "greedy", "random", "idle", "greedy:ties=first");

describe("a report", () => {
  test("shows everybody in the order of the standings", () => withReport(played.page, {}, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.dataset.ready), "shown");
    assert.deepEqual(await column(page, "Entrant"), played.results.standings.map(({ name }) => name));
    assert.equal(await page.locator("h1").textContent(), "cup");
    assert.equal(await page.locator(".match").count(), played.results.matches.length);
    assert.equal(await page.locator("#cross td.heat").count(), played.results.cross.length);
  }));

  test("is sorted by a click, and back by another", () => withReport(played.page, {}, async (page) => {
    const head = page.locator("#standings thead button", { hasText: "Entrant" });
    await head.click();
    const names = await column(page, "Entrant");
    assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b, "en")));
    assert.equal(await page.locator("#standings th[aria-sort]").getAttribute("aria-sort"), "ascending");
    await head.click();
    assert.deepEqual(await column(page, "Entrant"), names.reverse());
    await page.locator("#standings thead button", { hasText: /^W$/ }).click();
    const wins = (await column(page, "W")).map(Number);
    assert.deepEqual(wins, [...wins].sort((a, b) => b - a));
  }));

  test("filters its matches by words, by entrants, and from the cross table", () => withReport(played.page, {}, async (page) => {
    const { matches, standings } = played.results;
    const shown = () => page.locator(".match").count();
    await page.locator("#matches input[type=search]").fill("idle");
    assert.equal(await shown(), matches.filter(({ seats, result }) =>
      result.includes("idle") || seats.some(({ entrant }) => standings.find((one) => one.entrant === entrant).name.includes("idle"))).length);
    await page.locator("#matches input[type=search]").fill("no such thing");
    assert.equal(await shown(), 0);
    const cell = page.locator("#cross td.heat").first();
    const [one, other] = (await cell.getAttribute("data-pair")).split(" ").map(Number);
    await cell.click();
    const met = ({ seats }) => [one, other].every((who) => seats.some(({ entrant }) => entrant === who));
    assert.equal(await shown(), matches.filter(met).length);
    assert.ok((await page.locator(".count").textContent()).includes(` of ${matches.length} matches`));
  }));

  test("opens a match that plays to its end, and comes back", () => withReport(played.page, {}, async (page) => {
    await page.locator(".match button").first().click();
    const viewer = page.frameLocator("#screen iframe");
    await viewer.locator("html[data-ready=proved]").waitFor();
    await viewer.locator("#speed").selectOption({ index: 7 });
    await viewer.locator("#play").click();
    await viewer.locator("#result h2").waitFor();
    const { steps } = played.results.matches[0];
    assert.equal(await viewer.locator("#where").textContent(), `Step ${steps} of ${steps}`);
    assert.match(page.url(), /#match=\d+\.\d+$/);
    await page.screenshot({ path: join(ARTEFACTS, "report-match.png") });
    await page.locator("#watch-after").click();
    await viewer.locator("html[data-ready=proved]").waitFor();
    await viewer.locator("#play-on").click();
    const player = viewer.frameLocator("#playing iframe");
    await player.locator("#take-over .main").click();
    await player.locator("#turn[data-state=mine]").waitFor();
    await player.locator("#leave").click();
    await viewer.locator("body").press("Escape");
    await page.waitForFunction(() => !document.getElementById("watch").open);
    assert.equal(await page.locator("#screen iframe").count(), 0);
    assert.ok(!page.url().includes("match="));
  }));

  test("is linked to by the match, as dark as the report is", () => {
    const hash = `#match=${played.results.matches.at(-1).id}`;
    return withReport(played.page, { hash, dark: true }, async (page) => {
      const viewer = page.frameLocator("#screen iframe");
      await viewer.locator("html[data-ready=proved]").waitFor();
      assert.equal(await viewer.locator("html").getAttribute("data-theme"), "dark");
      await page.locator("#watch-close").click();
      await page.waitForFunction(() => !document.getElementById("watch").open);
    });
  });

  test("lets no name do anything", () => {
    const names = [
      `</script><script>window.hit = 1; alert(1)</script>`, `<img src="x" onerror="window.hit = 2"> {{engine}}`,
      `"><svg onload="window.hit = 3">`, `=HYPERLINK("http://127.0.0.1/", "x")`,
    ];
    const hostile = changed(played, "hostile", ({ standings }) => standings.forEach((one) => (one.name = names[one.entrant])));
    return withReport(hostile, {}, async (page) => {
      assert.equal(await page.evaluate(() => window.hit), undefined);
      assert.equal(await page.locator("main img").count(), 0);
      for (const name of names) assert.ok((await column(page, "Entrant")).includes(name), name);
      await page.locator(".match button").first().click();
      await page.frameLocator("#screen iframe").locator("html[data-ready=proved]").waitFor();
      const watched = await page.locator("#watched").textContent();
      assert.equal(names.filter((name) => watched.includes(name)).length, 2, watched);
      assert.equal(await page.evaluate(() => window.hit), undefined);
      await page.screenshot({ path: join(ARTEFACTS, "report-hostile.png") });
    });
  });

  test("looks right, light and dark, at a desk, on a phone and on a screen", async () => {
    for (const [name, options] of Object.entries({
      wide: { width: 1920, height: 1080 }, dark: { width: 1920, height: 1080, dark: true }, phone: { width: 390, height: 844, phone: true }, light: {},
    })) {
      await withReport(played.page, options, async (page) => {
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), options.dark ? "dark" : "light");
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= (options.width ?? 1280), `${name}: ${width} pixels wide`);
        assert.deepEqual(await faults(page), [], `${name}: axe`);
        await page.screenshot({ path: join(ARTEFACTS, `report-${name}.png`), fullPage: true });
      });
    }
  });

  test("turns dark by a key and stays as large as it was", () => withReport(played.page, {}, async (page) => {
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const light = await height();
    await page.keyboard.press("d");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    assert.equal(await height(), light);
  }));

  test("says where it carries no replays", () => {
    const few = changed(played, "few", ({ matches }) => matches.forEach((match, n) => (match.replay = n < 2)));
    return withReport(few, {}, async (page) => {
      assert.equal(await page.locator(".match button").count(), 2);
      const words = `The replays of ${played.results.matches.length - 2} matches are not in this file.`;
      assert.equal(await page.locator("#matches .note").textContent(), words);
    });
  });

  test("says how far an event is that is not finished", () => {
    const half = changed(played, "half", ({ event }) => Object.assign(event, { state: "running", blocks_planned: 2 * event.blocks_done }));
    return withReport(half, {}, async (page) => {
      const words = await page.locator(".progress").textContent();
      assert.ok(words.includes("running") && words.includes(`of ${2 * played.results.event.blocks_done} blocks`), words);
    });
  });

  test("is small", () => {
    const { size } = statSync(played.page);
    assert.ok(size < 2_000_000, `${size} bytes`);
  });
});

test("a bracket is drawn as a tree", () => {
  const { page, results } = event("knock-out", "bracket", "greedy", "random", "idle", "greedy:ties=first", "uniform");
  return withReport(page, { width: 1920, height: 1080 }, async (page) => {
    const ties = results.bracket.rounds.flatMap(({ ties }) => ties).length + (results.bracket.third ? 1 : 0);
    assert.equal(await page.locator("#bracket .tie").count(), ties);
    await page.locator("#bracket").screenshot({ path: join(ARTEFACTS, "report-bracket.png") });
  });
});

test("a Swiss event has its rounds", () => {
  const { page, results } = event("swiss", "swiss", "greedy", "random", "idle", "uniform", "--rounds", "2");
  return withReport(page, {}, async (page) => {
    assert.equal(await page.locator("#rounds .round").count(), results.rounds.length);
    assert.deepEqual(await column(page, "Entrant"), results.standings.map(({ name }) => name));
  });
});
