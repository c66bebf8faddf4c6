// The site in a real browser: whatever game it offers is played there by a person, from a folder and without a network.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { startBrowser } from "./browser.js";
import { ARTEFACTS, games, match, verify } from "./matches.js";
import { SITE, address, host } from "./site.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const DESK = { viewport: { width: 1280, height: 800 } };
let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

// What axe finds wrong with a page, in words. It may not fetch the styles, and need not.
async function faults(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], preload: false }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

// Opens a page of the site from its folder, lets something be done with it, and makes sure that it neither complained nor
// reached for anything but files of the site.
async function withSite(path, options, act) {
  const context = await browser.newContext({ ...options, acceptDownloads: true, offline: true });
  const page = await context.newPage();
  const [complaints, requests] = [[], []];
  page.on("console", (message) => message.type() === "info" || complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  try {
    await page.goto(address(path));
    await act(page);
    assert.deepEqual(complaints, []);
    assert.deepEqual(requests.filter((asked) => !asked.startsWith(address("")) && !asked.startsWith("blob:")), []);
  } finally {
    await context.close();
  }
}

const settled = (page) => page.waitForFunction(() => ["mine", "over"].includes(document.getElementById("turn")?.dataset.state));
const begun = async (page) => {
  await page.waitForFunction(() => document.documentElement.dataset.ready === "playing");
  await settled(page);
};
const state = (page) => page.locator("#turn").getAttribute("data-state");
const step = (page) => page.evaluate(() => window.gridhaunt.play.sheet.step);
const board = (page) => page.evaluate(() => document.querySelector("#board").innerHTML);

// Takes something that may be done, in another way each time: a button, or a place on the board.
async function choose(page, turn) {
  const from = await step(page);
  if (turn % 3 === 2 && (await page.locator("#board .target").count()) > 0) {
    const targets = page.locator("#board .target");
    await targets.nth(turn % (await targets.count())).dispatchEvent("click");
  } else {
    const buttons = page.locator("#doing button[data-entry]");
    await buttons.nth((turn * 5) % (await buttons.count())).click();
  }
  if (await page.locator("#number").isVisible()) await page.locator("#number .main").click();
  // Several things may lead to one place: then the list has been pointed at.
  await page.waitForFunction((before) => window.gridhaunt.play.sheet.step > before || document.activeElement.closest("#list"), from);
  if ((await step(page)) === from) await page.keyboard.press("Enter");
  await page.waitForFunction((before) => window.gridhaunt.play.sheet.step > before, from);
  await settled(page);
}

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`#${button}`).click()]);
  return readFileSync(await download.path(), "utf8");
}

const played = match(games()[0]);

for (const game of games()) {
  describe(`playing ${game}`, () => {
    test("on a phone, from the first page, with a record that verifies", () => withSite("index.html", PHONE, async (page) => {
      await page.locator(`a.button.main[href="play.html#game=${game}"]`).click();
      await begun(page);
      for (let turn = 0; turn < 8 && (await state(page)) === "mine"; turn += 1) await choose(page, turn);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels too wide`);
      const { hidden, over } = await page.evaluate(() => window.gridhaunt.play.sheet);
      assert.equal(await page.locator("#watch").isHidden(), hidden && !over, "nobody looks at what is hidden");
      await page.screenshot({ path: join(ARTEFACTS, `play-${game}-phone.png`) });
      const record = await saved(page, "save-record");
      assert.equal(verify(`${game}-phone`, record).steps, await step(page));
      assert.ok(record.includes(`"human"`));
    }));

    test("looks right and gives hints that can be taken, light and dark, and axe finds nothing", async () => {
      for (const [name, options] of Object.entries({ light: DESK, small: { ...PHONE, colorScheme: "dark" } })) {
        await withSite(`play.html#game=${game}&seed=5`, options, async (page) => {
          await begun(page);
          assert.deepEqual(await faults(page), [], name);
          assert.equal(await page.locator("#doing .advised").count(), 0, "none unless asked for");
          await page.locator("#hints").check();
          const from = await step(page);
          await page.waitForFunction(() => document.getElementById("prompt").textContent.includes("Hint: "));
          await page.screenshot({ path: join(ARTEFACTS, `play-${game}-${name}.png`) });
          const advised = page.locator("#doing .advised");
          assert.equal(await advised.count(), 1);
          await advised.click();
          if (await page.locator("#number").isVisible()) await page.locator("#number .main").click();
          await page.waitForFunction((before) => window.gridhaunt.play.sheet.step > before, from);
          await settled(page);
        });
      }
    });
  });
}

describe("a page to play on", () => {
  // The first game in which nothing is hidden: there a choice can be taken back.
  let open;
  before(async () => {
    await withSite("play.html", DESK, async (page) => {
      await begun(page);
      open = await page.evaluate(async () => (await window.gridhaunt.source.ask({ do: "games" })).find(({ hidden }) => !hidden).name);
    });
  });

  test("obeys its keys, and takes a choice back", () => withSite(`play.html#game=${open}&seed=5`, DESK, async (page) => {
    await begun(page);
    const first = await board(page);
    const arrows = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"];
    for (const key of arrows) {
      if ((await step(page)) === 0) await page.keyboard.press(key);
      await page.waitForTimeout(50);
    }
    await page.waitForFunction(() => window.gridhaunt.play.sheet.step > 0);
    await settled(page);
    assert.ok((await step(page)) > 0, "an arrow is a step");
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => window.gridhaunt.play.sheet.step === 0);
    await settled(page);
    assert.equal(await board(page), first);
    assert.ok(await page.locator("#undo").isDisabled());
    await page.keyboard.press("a");
    await page.waitForFunction(() => window.gridhaunt.play.sheet.step > 0);
    await settled(page);
    await page.keyboard.press("?");
    assert.ok(await page.locator("#keys").isVisible());
    await page.keyboard.press("Escape");
    await page.keyboard.press("q");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  }));

  test("is played by keys alone, and the focus stays", () => withSite(`play.html#game=${open}&seed=5`, DESK, async (page) => {
    await begun(page);
    await page.locator("#pad button[data-entry]").first().focus();
    const place = () => page.evaluate(() => [...document.querySelectorAll("#pad button")].indexOf(document.activeElement));
    const from = await place();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.gridhaunt.play.sheet.step > 0);
    await settled(page);
    assert.ok((await place()) >= 0 || (await page.evaluate(() => document.activeElement.closest("#doing") !== null)), `${from}`);
    assert.equal(await page.locator("#said").getAttribute("aria-live"), "polite");
  }));

  test("looks back, and plays on from a moment of the match", () => withSite(`play.html#game=${open}&seed=5`, DESK, async (page) => {
    await begun(page);
    for (let turn = 0; turn < 4; turn += 1) await choose(page, 0);
    await page.locator("#watch").click();
    const frame = page.frameLocator("#look-back iframe");
    await frame.locator("#play-on:visible").waitFor();
    await frame.locator("#scrubber").fill("2");
    await page.screenshot({ path: join(ARTEFACTS, "play-look-back.png") });
    await frame.locator("#play-on").click();
    await page.locator("#take-over .main").click();
    await page.waitForFunction(() => window.gridhaunt.play.sheet.step === 2 && !document.getElementById("look-back").open);
    await settled(page);
    await choose(page, 1);
    assert.equal(verify("forked", await saved(page, "save-record")).steps, await step(page));
  }));

  test("opens a replay of anybody, whatever its names, and plays on from it", () => withSite("play.html", DESK, async (page) => {
    await begun(page);
    await page.locator("#file").setInputFiles({ name: "match.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(played.text) });
    const frame = page.frameLocator("#look-back iframe");
    await frame.locator("#play-on:visible").waitFor();
    await frame.locator("#eye").selectOption("sees 1");
    await frame.locator("#scrubber").fill("3");
    await frame.locator("#play-on").click();
    await page.locator("#take-over").waitFor();
    assert.equal(await page.locator("#take-over [name=seat]").inputValue(), "1");
    await page.locator("#take-over .main").click();
    await page.waitForFunction(() => window.gridhaunt.play.sheet?.step === 3 && window.gridhaunt.play.sheet.seat === 1);
    await settled(page);
    assert.equal(verify("of-anybody", await saved(page, "save-record")).steps, 3);
    const hostile = played.text.replace(/"seats":\[[^\]]*\]/, `"seats":["</script><script>window.hit=1</script>","<img src=x onerror=window.hit=2>"]`);
    await page.locator("#file").setInputFiles({ name: "hostile.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(hostile) });
    await frame.locator("#banner:visible, #board svg").first().waitFor();
    assert.equal(await page.evaluate(() => window.hit), undefined);
    assert.equal(await frame.locator("main img, header img").count(), 0);
  }));

  test("sets up any match, and says what cannot be", () => withSite("play.html", DESK, async (page) => {
    await begun(page);
    await page.locator("#new").click();
    const form = page.locator("#set-up");
    assert.deepEqual(await faults(page), []);
    await form.locator("select[name=game]").selectOption(games()[0]);
    await form.locator("summary").first().click();
    const field = form.locator("input[data-field]").first();
    await field.fill("1000000");
    await field.dispatchEvent("change");
    await page.waitForFunction(() => document.querySelector("#set-up .wrong").textContent !== "");
    assert.ok(await form.locator("button.main").isDisabled());
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await page.screenshot({ path: join(ARTEFACTS, "play-set-up.png") });
    await field.fill("");
    await field.dispatchEvent("change");
    await page.waitForFunction(() => document.querySelector("#set-up .wrong").textContent === "");
    await form.locator("select[name=seat]").selectOption("1");
    await form.locator("[data-role]:visible").first().selectOption("uniform");
    await form.locator("input[name=seed]").fill("12345");
    await form.locator("button.main").click();
    await page.waitForFunction(() => window.gridhaunt.play.sheet.seed === "12345" && window.gridhaunt.play.sheet.seat === 1);
    await settled(page);
    const [hash, drawn] = [await page.evaluate(() => location.hash), await board(page)];
    await page.goto("about:blank");
    await page.goto(address(`play.html${hash}`));
    await begun(page);
    assert.equal(await board(page), drawn, "the address names the match");
  }));

  test("is played by swipes", () => withSite(`play.html#game=${open}&seed=5`, PHONE, async (page) => {
    await begun(page);
    for (const [right, down] of [[90, 8], [-6, -90], [-90, 0], [0, 90]]) {
      if ((await step(page)) > 0) break;
      await page.evaluate(([right, down]) => {
        const board = document.getElementById("board");
        const send = (kind, clientX, clientY) => board.dispatchEvent(new PointerEvent(kind, { pointerType: "touch", clientX, clientY, bubbles: true }));
        send("pointerdown", 150, 300);
        send("pointerup", 150 + right, 300 + down);
      }, [right, down]);
      await page.waitForTimeout(250);
    }
    assert.ok((await step(page)) > 0);
  }));

  test("lets no address do anything", async () => {
    for (const hash of ["#game=<img src=x onerror=alert(1)>", "#game=pyrat&seat=99", `#game=snarl&settings={"names":["<b>x</b>"]}`, "#settings=[[[&bots=7&seed=-1"]) {
      await withSite(`play.html${hash}`, DESK, async (page) => {
        await page.waitForFunction(() => document.documentElement.dataset.ready === "playing" || !document.getElementById("banner").hidden);
        assert.equal(await page.locator("#banner img, #banner b, h1 img").count(), 0);
      });
    }
  });

  test("moves a board that is larger than a phone, or shows it whole", () => withSite("index.html", PHONE, async (page) => {
    await page.goto(address(`play.html#game=${games()[1]}&seed=5&settings={}`));
    await begun(page);
    const room = () => page.evaluate(() => {
      const { scrollWidth, clientWidth, scrollLeft } = document.getElementById("board");
      return { larger: scrollWidth - clientWidth, scrollLeft };
    });
    assert.ok((await room()).larger > 100);
    await page.locator("#zoom").click();
    await page.waitForFunction(() => document.getElementById("board").scrollWidth <= document.getElementById("board").clientWidth);
    await page.screenshot({ path: join(ARTEFACTS, "play-whole-board.png") });
  }));
});

describe("the site", () => {
  const PAGES = ["index.html", `games/${games()[1]}.html`, "docs/index.html", "docs/gallery.html", "docs/strength.html", "search.html"];

  test("reads well, light and dark, at a desk and on a phone, and axe finds nothing", async () => {
    for (const path of PAGES) {
      for (const [name, options] of Object.entries({ desk: DESK, dark: { ...PHONE, colorScheme: "dark" } })) {
        await withSite(path, options, async (page) => {
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(overflow <= 0, `${path}, ${name}: ${overflow} pixels too wide`);
          assert.deepEqual(await faults(page), [], `${path}, ${name}`);
          await page.screenshot({ path: join(ARTEFACTS, `site-${path.replaceAll("/", "-").replace(".html", "")}-${name}.png`) });
        });
      }
    }
  });

  test("finds words, and stays as dark as somebody chose", () => withSite("search.html", DESK, async (page) => {
    await page.locator("#words").fill("replay verify");
    assert.match(await page.locator("#count").textContent(), /^\d+ places$/);
    assert.ok((await page.locator("#found mark").count()) > 0);
    await page.locator("#words").fill("<img src=x> nothing");
    assert.equal(await page.locator("#count").textContent(), "Nothing has all of these words.");
    await page.locator(".shade").click();
    await page.locator("#words").fill("replay verify");
    await page.keyboard.press("Enter");
    await page.waitForURL(/docs\//);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  }));

  test("works without a network after the first visit", async () => {
    const server = await host();
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    await page.goto(`${server.at}/`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    server.close();
    await context.setOffline(true);
    await page.goto(`${server.at}/play.html#game=${games()[1]}`);
    await begun(page);
    await choose(page, 0);
    await page.goto(`${server.at}/docs/bots.html`);
    assert.ok((await page.locator("article h2").count()) > 2);
    await context.close();
  });
});

test("the site is of a reasonable size", () => {
  const engine = readFileSync(join(SITE, "assets/engine.js")).length;
  console.log(`the engine with its bots, letters and the viewer: ${engine} bytes`);
  assert.ok(engine < 2_000_000, `${engine} bytes`);
});
