// The page in a real browser: whatever game it holds, it opens by itself, plays to the end as the engine did, and shows
// any moment of it.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openPage, startBrowser } from "./browser.js";
import { ARTEFACTS, games, match, pageOf, program, verify } from "./matches.js";

const MOST_BYTES = 1_900_000;
// The longest that a picture between two steps may take at the median, in milliseconds: fifty a second.
const MOMENT = 20;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

const text = (page, id) => page.locator(`#${id}`).textContent();
const step = (page) => page.evaluate(() => window.gridhaunt.player.view.step);
const board = (page) => page.evaluate(() => document.querySelector("#board").innerHTML);
const scrubTo = (page, to) => page.locator("#scrubber").fill(String(to));

// What axe finds wrong with a page, in words.
async function faults(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

// Opens a page, lets something be done with it, and makes sure that it neither complained nor reached for anything.
async function withPage(file, options, act) {
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

// Plays on from the moment that a page shows, on a seat or on the one that is offered, and makes some choices.
async function playOn(page, seat, choices) {
  await page.locator("#play-on").click();
  const player = page.frameLocator("#playing iframe");
  await player.locator("#take-over").waitFor();
  if (seat !== undefined) await player.locator("#take-over [name=seat]").selectOption(String(seat));
  await player.locator("#take-over .main").click();
  const frame = page.frames().find((frame) => frame.parentFrame() === page.mainFrame());
  const settled = () => frame.waitForFunction(() => ["mine", "over"].includes(document.getElementById("turn").dataset.state) && window.gridhaunt.play.sheet);
  await settled();
  for (let turn = 0; turn < choices; turn += 1) {
    if ((await player.locator("#turn").getAttribute("data-state")) === "over") break;
    const from = await frame.evaluate(() => window.gridhaunt.play.sheet.step);
    await player.locator("#doing button[data-entry]").first().click();
    if (await player.locator("#number").isVisible()) await player.locator("#number .main").click();
    await frame.waitForFunction((before) => window.gridhaunt.play.sheet.step > before, from);
    await settled();
  }
  return { frame, player };
}

for (const game of games()) {
  describe(game, () => {
    const played = match(game);

    test("is small", () => {
      const { size } = statSync(played.page);
      console.log(`${game}: ${played.steps} steps, ${size} bytes`);
      assert.ok(size < MOST_BYTES, `${size} bytes`);
    });

    test("plays to the end, with the scores of the engine", () => withPage(played.page, {}, async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.dataset.ready), "proved");
      assert.equal(await page.locator("#banner").isVisible(), false);
      assert.equal(await page.locator("#result").isVisible(), false);
      await page.locator("#speed").selectOption({ index: (await page.locator("#speed option").count()) - 1 });
      await page.locator("#play").click();
      await page.waitForFunction((last) => window.gridhaunt.player.view.step === last && !window.gridhaunt.player.playing, played.steps);
      const shown = await page.locator("#result li").evaluateAll((lines) =>
        lines.map((line) => [Number(line.dataset.seat), Number(line.querySelector("strong").textContent)]));
      assert.ok(shown.length > 0);
      for (const [seat, score] of shown) assert.equal(score, played.outcome.seats[seat].score);
      assert.deepEqual(shown.map(([seat]) => seat).sort((a, b) => a - b), await page.evaluate(() => window.gridhaunt.match.outcome.in_play));
      assert.equal(await text(page, "where"), `Step ${played.steps} of ${played.steps}`);
      await page.screenshot({ path: join(ARTEFACTS, `${game}-end.png`) });
    }));

    test("shows any step, forwards and backwards", () => withPage(played.page, {}, async (page) => {
      const boards = new Map();
      for (const to of [played.steps, 0, Math.floor(played.steps / 2), 1, Math.floor(played.steps / 2), 0]) {
        await scrubTo(page, to);
        const at = await step(page);
        assert.ok(at >= to, "a step within a frame is shown with the frame");
        assert.equal(await page.evaluate((at) => window.gridhaunt.engine.hash(at), at), played.hashes[at]);
        assert.equal(await text(page, "where"), `Step ${at} of ${played.steps}`);
        const drawn = await board(page);
        assert.equal(boards.get(at) ?? drawn, drawn, "a step looks the same whichever way one comes");
        boards.set(at, drawn);
      }
      assert.ok(new Set(boards.values()).size > 1);
    }));

    test("tells what matters, and every event", () => withPage(played.page, {}, async (page) => {
      const told = await page.locator("#events .event span:last-child").allTextContents();
      // A game's log may have words of its own; who won and why is told alike everywhere.
      assert.equal(told.length, played.told.length);
      assert.equal(told.at(-1), played.told.at(-1).trim());
      const alike = told.filter((line, n) => line.endsWith(played.told[n].trim())).length;
      assert.ok(alike > 0.9 * told.length, `${alike} of ${told.length} lines are alike`);
      const matters = await page.locator("#events .event:visible").count();
      assert.ok(matters > 0 && matters < told.length / 2, `${matters} of ${told.length} events matter`);
      assert.equal(await text(page, "log-count"), `${matters} of ${told.length}`);
      const steps = await page.locator("#events .event:visible .step").allTextContents();
      assert.ok(steps[0] !== "" && new Set(steps.filter(Boolean)).size === steps.filter(Boolean).length, "each step has its number once");
      await page.locator("#matters").uncheck();
      assert.equal(await page.locator("#events .event:visible").count(), told.length);
      assert.equal(await text(page, "log-count"), String(told.length));
      const row = page.locator("#events .event").nth(Math.floor(told.length / 2));
      await row.click();
      assert.ok((await step(page)) >= Number(await row.getAttribute("data-step")));
      assert.ok(await row.evaluate((row) => row.classList.contains("now")));
    }));

    test("shows what a seat sees and what it knows", () => withPage(played.page, {}, async (page) => {
      const { hidden } = await page.evaluate(() => window.gridhaunt.match.card);
      const seats = await page.evaluate(() => window.gridhaunt.match.outcome.in_play);
      await scrubTo(page, Math.floor(played.steps / 2));
      const whole = await board(page);
      const known = [];
      for (const seat of seats) {
        await page.locator("#eye").selectOption(`sees ${seat}`);
        if (!hidden) continue;
        await page.locator("#eye").selectOption(`knows ${seat}`);
        assert.deepEqual(await page.evaluate(() => [window.gridhaunt.player.view.seat, window.gridhaunt.player.view.knows]), [seat, true]);
        known.push(await board(page));
      }
      if (hidden) {
        assert.ok(known.some((drawn) => drawn !== whole), "somebody does not know everything");
        assert.ok(new Set(known).size > 1, "seats know different things");
      }
      await page.locator("#eye").selectOption("");
      assert.equal(await board(page), whole);
    }));

    test("is drawn fifty times a second", () => withPage(played.page, {}, async (page) => {
      const times = await page.evaluate((steps) => {
        const { engine, player } = window.gridhaunt;
        const took = [];
        for (let n = 0; n < 60; n += 1) {
          const step = Math.floor((steps * n) / 80);
          const began = performance.now();
          player.parts.board.between({ ...player.view, step }, step + 1, (n % 7) / 7);
          took.push(performance.now() - began);
        }
        return took.sort((a, b) => a - b);
      }, played.steps);
      console.log(`${game}: a moment takes ${times[30].toFixed(1)} ms, at most ${times.at(-1).toFixed(1)}`);
      assert.ok(times[30] < MOMENT, `${times[30]} ms`);
    }));

    test("is played on from its middle, with a record that verifies", () => withPage(played.page, { hash: `#step=${Math.floor(played.steps / 4)}`, width: 390, height: 844, phone: true }, async (page) => {
      const from = await step(page);
      const { frame, player } = await playOn(page, undefined, 3);
      assert.deepEqual(await faults(frame), []);
      const overflow = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels too wide`);
      await page.screenshot({ path: join(ARTEFACTS, `${game}-play-on.png`) });
      const [download] = await Promise.all([page.waitForEvent("download"), player.locator("#save-record").click()]);
      const record = readFileSync(await download.path(), "utf8");
      const { step: at } = await frame.evaluate(() => window.gridhaunt.play.sheet);
      assert.equal(verify(`${game}-on`, record).steps, at);
      assert.ok(at > from && record.includes(`"human"`));
      assert.deepEqual(record.split("\n").slice(1, from + 1).map((line) => JSON.parse(line).hash), played.hashes.slice(1, from + 1), "up to there it is the same match");
      await player.locator("#leave").click();
      await page.locator("#playing").waitFor({ state: "hidden" });
      assert.equal(await step(page), from, "the replay is where it was");
    }));

    test("says what its signs mean", () => withPage(played.page, {}, async (page) => {
      const signs = await page.locator("#legend text").count();
      assert.ok(signs > 2, `${signs} signs`);
    }));

    test("looks right, light and dark, at a desk and on a phone", async () => {
      const hash = `#step=${Math.floor(played.steps * 0.4)}`;
      for (const [name, options] of Object.entries({
        light: {}, dark: { dark: true }, phone: { width: 390, height: 844, phone: true }, wide: { width: 1920, height: 1080 },
        side: { width: 844, height: 390, phone: true },
      })) {
        await withPage(played.page, { ...options, hash }, async (page) => {
          assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), options.dark ? "dark" : "light");
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(overflow <= 0, `${name}: ${overflow} pixels too wide`);
          const cut = await page.locator("#panel").evaluate((panel) => panel.scrollHeight - panel.clientHeight);
          assert.ok(cut <= 1, `${name}: ${cut} pixels of the panel are cut`);
          if (name === "side") {
            const { height } = await page.locator("#board").boundingBox();
            assert.ok(height > 200, `on its side the board has ${height} pixels`);
          }
          assert.deepEqual(await faults(page), [], `${name}: axe`);
          await page.screenshot({ path: join(ARTEFACTS, `${game}-${name}.png`), fullPage: name === "phone" });
        });
      }
    });
  });
}

// A record as it was written before lines had seals, so that a test may change it.
function unsealed(lines) {
  const plain = ({ seal, settings_digest, ranks, ...line }) => line;
  const older = (line) => {
    const { hash, ...end } = plain(JSON.parse(line));
    if (end.end) return end;
    return end.gridhaunt ? { ...end, format: 1, hash } : { ...end, hash };
  };
  return lines.filter(Boolean).map((line) => JSON.stringify(older(line))).join("\n");
}

describe("a page", () => {
  const played = match(games()[0]);

  test("obeys its keys", () => withPage(played.page, {}, async (page) => {
    const pressed = async (key) => {
      await page.keyboard.press(key);
      return step(page);
    };
    assert.equal(await pressed("ArrowRight"), 1);
    assert.equal(await pressed("Shift+ArrowRight"), 11);
    assert.equal(await pressed("ArrowLeft"), 10);
    assert.equal(await pressed("End"), played.steps);
    assert.equal(await pressed("Home"), 0);
    await page.keyboard.press("1");
    assert.deepEqual(await page.evaluate(() => [window.gridhaunt.player.view.seat, window.gridhaunt.player.view.knows]), [1, false]);
    await page.keyboard.press("w");
    assert.equal(await page.evaluate(() => window.gridhaunt.player.view.seat), null);
    const speed = await page.locator("#speed").inputValue();
    await page.keyboard.press("+");
    assert.equal(Number(await page.locator("#speed").inputValue()), Number(speed) + 1);
    await page.keyboard.press("-");
    await page.keyboard.press("d");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => window.gridhaunt.player.view.step >= 2);
    await page.keyboard.press("Space");
    const paused = await step(page);
    await page.waitForTimeout(400);
    assert.equal(await step(page), paused);
    await page.keyboard.press("?");
    assert.ok(await page.locator("#keys").isVisible());
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#keys").isVisible(), false);
  }));

  test("shows those who act on their way", () => withPage(played.page, {}, async (page) => {
    await page.locator("#speed").selectOption({ index: 0 });
    await page.locator("#play").click();
    const boards = new Set();
    for (let look = 0; look < 12 && (await step(page)) === 0; look += 1) {
      boards.add(await board(page));
      await page.waitForTimeout(60);
    }
    assert.ok(boards.size > 3, `${boards.size} boards within one step`);
  }));

  test("is linked to by the moment", () => withPage(played.page, { hash: "#step=5&seat=1" }, async (page) => {
    assert.equal(await step(page), 5);
    assert.equal(await page.locator("#eye").inputValue(), "sees 1");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash === "#step=6&seat=1");
    await page.evaluate(() => {
      location.hash = "#step=999999999&seat=200";
    });
    await page.waitForFunction((last) => window.gridhaunt.player.view.step === last, played.steps);
    assert.equal(await page.locator("#eye").inputValue(), "");
  }));

  test("filters its events", () => withPage(played.page, {}, async (page) => {
    const word = played.told.at(-1).trim().split(" ")[0];
    const expected = played.told.filter((line) => line.toLowerCase().includes(word.toLowerCase()));
    await page.keyboard.press("m");
    await page.locator("#filter").fill(word);
    assert.equal(await page.locator("#events .event:visible").count(), expected.length);
    assert.equal(await text(page, "log-count"), `${expected.length} of ${played.told.length}`);
    await page.keyboard.press("Enter");
    assert.ok((await step(page)) > 0);
    await page.locator("#filter").fill("no such thing");
    assert.equal(await page.locator("#events .event:visible").count(), 0);
  }));

  test("hands out the picture and the replay", () => withPage(played.page, { hash: "#step=3" }, async (page) => {
    const saved = async (button) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`#${button}`).click()]);
      return [download.suggestedFilename(), readFileSync(await download.path(), "utf8")];
    };
    const [name, picture] = await saved("save-picture");
    assert.match(name, /-step-3\.svg$/);
    assert.ok(picture.startsWith("<svg"));
    assert.deepEqual((await saved("save-replay"))[1], played.text);
  }));

  test("can be used without looking", () => withPage(played.page, {}, async (page) => {
    const unnamed = await page.locator("button, select, input").evaluateAll((parts) =>
      parts.filter((part) => !(part.getAttribute("aria-label") || part.textContent.trim() || part.labels?.length)).map((part) => part.id));
    assert.deepEqual(unnamed, []);
    await page.keyboard.press("ArrowRight");
    const spoken = await text(page, "spoken");
    assert.ok(spoken.startsWith(`Step 1 of ${played.steps}. `) && spoken.includes(played.told[0].trim()), spoken);
  }));

  test("tells where a replay was changed, and shows it up to there", async () => {
    const wrong = Math.floor(played.steps / 2);
    const page = pageOf("changed", played.text.replace(played.hashes[wrong], "0x0000000000000001"));
    await withPage(page, {}, async (page) => {
      const banner = await text(page, "banner");
      assert.ok(banner.includes("does not verify") && banner.includes(`step ${wrong}`), banner);
      assert.ok(await page.locator("#banner").isVisible());
      await page.keyboard.press("End");
      assert.equal(await step(page), wrong - 1);
      assert.equal(await page.locator("#result").isVisible(), false);
      await page.screenshot({ path: join(ARTEFACTS, "changed.png") });
    });
  });

  test("is played on with hints, undo, other bots and a look back", () => withPage(played.page, { hash: "#step=4&seat=1" }, async (page) => {
    await page.locator("#play-on").click();
    const player = page.frameLocator("#playing iframe");
    await player.locator("#take-over").waitFor();
    assert.equal(await player.locator("#take-over [name=seat]").inputValue(), "1", "the seat whose eyes one had");
    await player.locator("#take-over [data-role]:visible").first().selectOption("uniform");
    await page.screenshot({ path: join(ARTEFACTS, "take-over.png") });
    await player.locator("#take-over .main").click();
    await player.locator("#turn[data-state=mine]").waitFor();
    await player.locator("#hints").check();
    await player.locator("#doing .advised").click();
    const undo = player.locator("#undo:enabled");
    await undo.click();
    await player.locator("#undo:disabled").waitFor();
    await player.locator("#watch").click();
    const viewer = player.frameLocator("#look-back iframe");
    await viewer.locator("html[data-ready]").waitFor();
    assert.equal(await viewer.locator("#where").textContent(), "Step 0 of 4");
    await viewer.locator("#play-on").click();
    await player.locator("#take-over .cancel").click();
    await player.locator("#look-back .close").click();
    await player.locator("#turn[data-state=mine]").waitFor();
  }));

  test("says in whose place a bot of the page plays", async () => {
    const { page, steps } = match("pyrat", program("pyrat"), "greedy", "-c", "preset=tiny");
    await withPage(page, { hash: `#step=${Math.floor(steps / 2)}` }, async (page) => {
      await page.locator("#play-on").click();
      const player = page.frameLocator("#playing iframe");
      await player.locator("#take-over [name=seat]").selectOption("1");
      assert.match(await player.locator("#take-over .gone").textContent(), /^Not in this page: .*pyrat-bot.* \(python\)\. A bot of the page plays on there\.$/);
      await page.screenshot({ path: join(ARTEFACTS, "take-over-program.png") });
      await player.locator("#take-over [name=seat]").selectOption("0");
      assert.ok(await player.locator("#take-over .gone").isHidden());
      await player.locator("#take-over .main").click();
      await player.locator("#turn[data-state=mine], #turn[data-state=over]").waitFor();
    });
  });

  test("lets no name do anything", async () => {
    const names = [`</script><script>window.hit = 1; alert(1)</script>`, `<img src="x" onerror="window.hit = 2"> <!--<script> {{engine}}`];
    const [header, ...steps] = played.text.split("\n");
    const page = pageOf("hostile", unsealed([JSON.stringify({ ...JSON.parse(header), seats: names }), ...steps]));
    await withPage(page, {}, async (page) => {
      await page.keyboard.press("End");
      assert.equal(await page.evaluate(() => window.hit), undefined);
      assert.equal(await page.locator("main img, header img").count(), 0);
      const subtitle = await text(page, "subtitle");
      for (const name of names) assert.ok(subtitle.includes(name), subtitle);
      await page.screenshot({ path: join(ARTEFACTS, "hostile.png") });
    });
  });
});
