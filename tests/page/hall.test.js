// The hall in a real browser: its pages break no policy, are usable on a phone, and a person plays, watches and submits.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { startBrowser } from "./browser.js";
import { openHall } from "./hall.js";
import { ARTEFACTS } from "./matches.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LOOKS = [
  ["desktop", { viewport: { width: 1280, height: 800 }, colorScheme: "light" }],
  ["desktop-dark", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" }],
  ["phone", { viewport: { width: 390, height: 800 }, colorScheme: "light", isMobile: true, hasTouch: true, deviceScaleFactor: 2 }],
];
let browser, hall;
before(async () => {
  [browser, hall] = await Promise.all([startBrowser(), openHall()]);
  mkdirSync(ARTEFACTS, { recursive: true });
});
after(() => Promise.all([browser.close(), hall.close()]));

// Opens an address, lets something be done there, and makes sure that nothing complained or was asked of anybody else.
async function visit(path, options, act) {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => message.type() === "info" || complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (origin !== new URL(hall.address).origin && !["data:", "blob:"].includes(protocol)) complaints.push(request.url());
    });
    await page.goto(new URL(path, hall.address).href);
    await act(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

// What axe finds wrong with a page, in words. Its own script runs beside the page's policy.
async function faults(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], iframes: false }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

const shot = (page, name) => page.screenshot({ path: join(ARTEFACTS, `hall-${name}.png`) });

describe("a hall", () => {
  const pages = ["/", "/games", "/games/tag", "/leaderboards/pyrat", "/events", "/events/1", "/events/2", "/events/1/matches", "/live", "/play?game=pyrat", "/tables", "/api", "/enter"];
  for (const [look, options] of LOOKS) {
    test(`shows every page, on a ${look}`, async () => {
      for (const path of pages) {
        await visit(path, options, async (page) => {
          assert.deepEqual(await faults(page), [], path);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${path} is ${wide} pixels wider than the screen`);
          await shot(page, `${look}${path.replaceAll(/[^a-z0-9]+/g, "-")}`);
        });
      }
    });
  }

  test("shows a match in the viewer", () => visit("/events/1/matches", LOOKS[0][1], async (page) => {
    await page.locator("tbody th a").first().click();
    const frame = page.frameLocator("iframe");
    await frame.locator("html[data-ready]").waitFor();
    await frame.locator("#board svg").first().waitFor();
    await shot(page, "match");
    // It has an origin of its own here, and is played on all the same.
    await frame.locator("#play-on").click();
    const player = frame.frameLocator("#playing iframe");
    await player.locator("#take-over .main").click();
    await player.locator("#turn[data-state=mine]").waitFor();
  }));

  test("lets a team enter, submit a bot and read what was found", () => visit("/enter", LOOKS[0][1], async (page) => {
    await page.getByLabel("Token").fill(hall.token);
    await page.locator("main button").click();
    await page.waitForURL("**/team");
    await page.locator("input[type=file]").setInputFiles(hall.upload);
    await page.getByRole("button", { name: "Submit" }).click();
    await page.waitForURL("**/submissions/*");
    const until = Date.now() + 60_000;
    while (!(await page.locator(".state.fit, .state.unfit").count()) && Date.now() < until) {
      await page.waitForTimeout(200);
      await page.reload();
    }
    assert.equal(await page.locator(".state").textContent(), "fit", await page.locator("main").textContent());
    assert.deepEqual(await faults(page), []);
    await shot(page, "submission");
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("link", { name: "Enter" }).waitFor();
  }));

  test("shows a match while it is played", () => visit("/live", LOOKS[0][1], async (page) => {
    const until = Date.now() + 60_000;
    while (!(await page.locator("tbody th a").count()) && Date.now() < until) {
      await page.waitForTimeout(200);
      await page.reload();
    }
    await page.locator("tbody th a").first().click();
    await page.waitForFunction(() => document.getElementById("board")?.naturalWidth > 0 || location.pathname.startsWith("/matches/"));
    await shot(page, "live");
  }));

  for (const [look, options] of LOOKS) {
    test(`lets a person play, on a ${look}`, () => visit("/play?game=pyrat&board=1", options, async (page) => {
      await page.getByLabel("Board").selectOption("tiny");
      await page.getByRole("button", { name: "Open a table" }).click();
      await asked(page);
      assert.deepEqual(await faults(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `it is ${wide} pixels wider than the screen`);
      await shot(page, `${look}-seat`);
      const board = await page.locator("#board").boundingBox();
      await choose(page, () => page.locator("#board .target").first().dispatchEvent("click"));
      await choose(page, () => page.locator("#doing button[data-entry]").first().click());
      await choose(page, () => page.keyboard.press("a"));
      assert.deepEqual(await page.locator("#board").boundingBox(), board, "nothing jumps");
      await page.locator(".shade").click();
      const dark = options.colorScheme !== "dark";
      await page.waitForFunction((dark) => window.gridhaunt.play.sheet.dark === dark, dark);
      assert.deepEqual(await faults(page), []);
      await shot(page, `${look}-seat-other`);
    }));
  }

  for (const [look, options] of LOOKS) {
    test(`lets an organiser close, freeze and announce, on a ${look}`, () => visit("/enter", options, async (page) => {
      await page.getByLabel("Token").fill(hall.chief);
      await page.locator("main button").click();
      await page.waitForURL("**/organise");
      for (const [done, undone] of [["Take no more bots", "Take bots again"], ["Freeze the board", "Show the board as it is"]]) {
        await page.getByRole("button", { name: done }).click();
        await page.getByRole("button", { name: undone }).click();
        await page.getByRole("button", { name: done }).waitFor();
      }
      await page.getByLabel("Everybody reads this").fill(`Read on a ${look}`);
      await page.getByRole("button", { name: "Announce" }).click();
      await page.getByText(`Read on a ${look}`).waitFor();
      assert.deepEqual(await faults(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `it is ${wide} pixels wider than the screen`);
      await shot(page, `${look}-organise`);
    }));
  }

  test("keeps what people played, to be watched by everybody", async () => {
    const form = new URLSearchParams({ game: "pyrat", preset: "tiny", seat: "0", bot: "random" });
    const opened = await fetch(new URL("/tables", hall.address), { method: "POST", body: form, redirect: "manual" });
    const socket = new URL(`${opened.headers.get("location")}/socket`, hall.address.replace("http", "ws")).href;
    let shown;
    await visit("/play", LOOKS[0][1], async (page) => { shown = await page.evaluate(playToTheEnd, socket); });
    for (const [look, options] of LOOKS) {
      await visit("/tables", options, async (page) => {
        assert.deepEqual(await faults(page), []);
        await page.locator(`tbody th a[href="${shown}"]`).click();
        const frame = page.frameLocator("iframe");
        await frame.locator("html[data-ready]").waitFor();
        await frame.locator("#board svg").first().waitFor();
        assert.deepEqual(await faults(page), []);
        await shot(page, `${look}-table`);
      });
    }
  });
});

// A person who always takes the first offer; where the match is shown.
function playToTheEnd(address) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    let chosen = -1;
    socket.addEventListener("message", ({ data }) => {
      const { type, step, offers, match } = JSON.parse(data);
      if (match) {
        resolve(match);
        socket.close();
      } else if (type === "view" && offers.length && step > chosen) {
        chosen = step;
        socket.send(JSON.stringify({ step, code: offers[0].code }));
      }
    });
    socket.addEventListener("error", reject);
  });
}

// Whoever sits there is asked, or the match is over.
const asked = (page) => page.waitForFunction(() => ["mine", "over"].includes(document.getElementById("turn")?.dataset.state) && window.gridhaunt.play.sheet);

// Makes a choice in some way when it is asked, and waits until the hall has taken it.
async function choose(page, act) {
  await asked(page);
  const { step } = await page.evaluate(() => window.gridhaunt.play.sheet);
  await act();
  await page.waitForFunction((before) => window.gridhaunt.play.sheet.step > before || !window.gridhaunt.play.sheet.asks, step);
}

// Two people at a table, at a desk and on a phone, and everything that the hall sends to each.
async function together(path, fill, act) {
  const contexts = await Promise.all([LOOKS[0][1], { ...LOOKS[2][1], colorScheme: "dark" }].map((options) => browser.newContext({ ...options, reducedMotion: "reduce" })));
  try {
    const complaints = [];
    const people = await Promise.all(contexts.map(async (context) => {
      const page = await context.newPage();
      const heard = [];
      page.on("console", (message) => message.type() === "info" || complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(JSON.parse(payload))));
      return { page, heard };
    }));
    const [{ page: first }, { page: second }] = people;
    await first.goto(new URL(path, hall.address).href);
    await fill(first);
    await first.getByRole("button", { name: "Open a table" }).click();
    await first.locator("#waiting", { hasText: "Waiting for" }).waitFor();
    assert.deepEqual(await faults(first), []);
    await shot(first, "invitation");
    await second.goto(await first.locator("#invitation code").textContent());
    await Promise.all(people.map(({ page }) => page.waitForFunction(() => document.documentElement.dataset.ready === "playing")));
    assert.equal(await first.locator("#invitation").count(), 0);
    assert.equal(await second.locator("#invitation").count(), 0, "nobody is told the link of another");
    await act(people);
    assert.deepEqual(complaints, []);
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}

// Where somebody is whom the other may not see, and all that the other was sent at that step: none of it names the place.
function assertHidden(ones, others, sight) {
  const [known, place] = [new Set(), ({ sheet: { own: [x, y] } }) => `x="${x}" y="${y}"`];
  // Somebody may stand on what everybody knows, as an exit.
  const [{ picture: first }] = others;
  let looked = 0;
  for (const one of ones) {
    for (const other of others.filter(({ step }) => step === one.step)) {
      if (Math.max(...[0, 1].map((n) => Math.abs(one.sheet.own[n] - other.sheet.own[n]))) <= 32 * sight) known.add(place(one));
      if (known.has(place(one)) || first.includes(place(one))) continue;
      const { picture, sheet: { moments } } = other;
      const sent = [picture, ...moments, JSON.stringify({ ...other, picture: "", sheet: { ...other.sheet, moments: [] } })].join("\n");
      assert.ok(!sent.includes(place(one)), `${one.seat} is at ${place(one)}, which ${other.seat} was sent at step ${one.step}`);
      looked += 1;
    }
  }
  return looked;
}

test("a table goes on when somebody's time is over, and the page with it", () => visit("/play?game=pyrat", LOOKS[2][1], async (page) => {
  const sent = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(JSON.parse(payload))));
  await page.getByLabel("Seconds for a choice").fill("1");
  await page.getByLabel("Seconds for the whole match").fill("0");
  await page.getByRole("button", { name: "Open a table" }).click();
  const shown = () => page.evaluate(() => window.gridhaunt.play.sheet.step);
  await page.waitForFunction(() => window.gridhaunt?.play?.sheet?.step >= 3);
  const [step, source] = [await shown(), await page.evaluate(() => window.gridhaunt.play.source.sheet.step)];
  assert.ok(source - step <= 1, `the page is at ${step}, the table at ${source}`);
  // A choice is for the board on which it was made.
  await asked(page);
  const at = await page.evaluate(() => {
    const { play } = window.gridhaunt;
    document.querySelector("#doing button[data-entry]:not([aria-disabled])").click();
    return play.sheet.step;
  });
  await page.waitForFunction((before) => window.gridhaunt.play.sheet.step > before, at);
  assert.deepEqual(sent.filter(({ code }) => code).map((choice) => choice.step), [at]);
}));

test("two people play a whole match by a link, one comes back in the middle of it, and each is sent its own view alone", () => together("/play?game=tag", async (page) => {
  await page.getByLabel("You are").selectOption({ label: "survivor a" });
  await page.getByLabel("Friends").selectOption({ label: "killer A, by a link" });
}, async (people) => {
  const isOver = (page) => page.evaluate(() => window.gridhaunt.play.sheet.over);
  const [survivor, killer] = people;
  await Promise.all(people.map(async ({ page }) => {
    for (let turn = 0; turn < 100; turn += 1) {
      // Whoever is out is not asked again.
      await asked(page);
      if (await isOver(page)) break;
      // They go apart, so that there is something to hide.
      const buttons = page.locator("#doing button[data-entry]:not(.stay)");
      await choose(page, () => (page === survivor.page ? buttons.first() : buttons.last()).click());
      if (page === survivor.page) continue;
      if (turn === 1) {
        // The line breaks: the page says so, and goes on by itself.
        await page.evaluate(() => window.gridhaunt.play.source.socket.close());
        await page.locator("#state", { hasText: "Cut off" }).waitFor();
        await page.locator("body:not(.away)").waitFor();
      }
      if (turn === 2) {
        await asked(page);
        const before = await page.evaluate(() => window.gridhaunt.play.sheet.board);
        await page.reload();
        await asked(page);
        assert.equal(await page.evaluate(() => window.gridhaunt.play.sheet.board), before, "it is as it was");
        await Promise.all(people.map((one, n) => shot(one.page, `table-${n}`)));
      }
    }
  }));
  for (const { page } of people) {
    await page.locator("#result .verdict").waitFor();
    assert.match(await page.locator("#result .verdict").textContent(), /^(You won|You lost|A draw)$/);
    assert.deepEqual(await faults(page), []);
  }
  await Promise.all(people.map(({ page }, n) => shot(page, `table-over-${n}`)));
  const [first, second] = people.map(({ heard }) => heard.filter(({ sheet }) => sheet?.own && !sheet.over));
  // The survivor sees three cells far and the killer four.
  const looked = assertHidden(second, first, 3) + assertHidden(first, second, 4);
  assert.ok(looked > 0, "somebody was out of sight");
  for (const { clocks, sheet } of [...first, ...second]) assert.deepEqual([clocks.length, sheet.outcome, sheet.seats], [2, null, []]);
  await survivor.page.locator("#after").click();
  await survivor.page.waitForURL("**/tables/*");
  assert.equal(await killer.page.locator("#after").getAttribute("href"), new URL(survivor.page.url()).pathname);
}));
