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
    test(`lets a person play, on a ${look}`, () => visit("/play?game=pyrat", options, async (page) => {
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

// Two people at a table of a game, at a desk and on a phone, and everything that the hall sent to each.
async function together(game, fill, act) {
  const contexts = await Promise.all([LOOKS[0][1], { ...LOOKS[2][1], colorScheme: "dark" }].map((options) => browser.newContext(options)));
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
    await first.goto(new URL(`/play?game=${game}`, hall.address).href);
    await fill(first);
    await first.getByRole("button", { name: "Open a table" }).click();
    await first.locator("#waiting", { hasText: "Waiting for" }).waitFor();
    assert.deepEqual(await faults(first), []);
    await shot(first, `invitation-${game}`);
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

describe("people at a table", () => {
  test("play a whole match by a link, and come back in the middle of it", () => together("pyrat", async (page) => {
    await page.getByLabel("Board").selectOption("tiny");
    await page.getByLabel("Seats of friends").fill("1");
  }, async ([{ page: first }, { page: second }]) => {
    const isOver = (page) => page.evaluate(() => window.gridhaunt.play.sheet.over);
    for (let turn = 0; turn < 400 && !(await isOver(first)); turn += 1) {
      for (const page of [first, second]) {
        await asked(page);
        if (!(await isOver(page))) await choose(page, async () => {
          const buttons = page.locator("#doing button[data-entry]:not(.stay)");
          await buttons.nth((turn * 7) % (await buttons.count())).click();
        });
      }
      if (turn === 1) {
        // The line breaks: the page says so, and goes on by itself.
        await second.evaluate(() => window.gridhaunt.play.source.socket.close());
        await second.locator("#state", { hasText: "Cut off" }).waitFor();
        await second.locator("body:not(.away)").waitFor();
      }
      if (turn === 2) {
        await asked(second);
        const before = await second.evaluate(() => window.gridhaunt.play.sheet.board);
        await second.reload();
        await asked(second);
        assert.equal(await second.evaluate(() => window.gridhaunt.play.sheet.board), before, "it is as it was");
        await Promise.all([shot(first, "table-desk"), shot(second, "table-phone")]);
      }
    }
    for (const page of [first, second]) {
      await page.locator("#result .verdict").waitFor();
      assert.match(await page.locator("#result .verdict").textContent(), /^(You won|You lost|A draw)$/);
      assert.deepEqual(await faults(page), []);
    }
    await Promise.all([shot(first, "table-over-desk"), shot(second, "table-over-phone")]);
    await first.locator("#after").click();
    await first.waitForURL("**/tables/*");
  }));

  test("are sent what their own seat knows, and nothing else", () => together("tag", (page) => page.getByLabel("Seats of friends").fill("3"), async (people) => {
    await Promise.all(people.map(async ({ page }) => {
      for (let turn = 0; turn < 4; turn += 1) await choose(page, () => page.locator("#doing button[data-entry]").first().click());
    }));
    const [survivor, killer] = people.map(({ heard }) => heard.filter(({ picture }) => picture));
    await Promise.all(people.map(({ page }, n) => shot(page, `hidden-${n}`)));
    // The killer sees the whole board, the survivor two cells far: what lies further off must be in nothing that it is sent.
    const places = (picture, of) => [...(picture.split(`<g class="${of}"`)[1]?.split("</g>")[0] ?? "").matchAll(/<use [^>]*x="([\d.]+)" y="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
    let looked = 0;
    for (const seen of killer) {
      const exits = places(seen.picture, "exit").map(String);
      for (const { sheet: { own, moments, ...sheet }, picture, ...view } of survivor.filter(({ step }) => step === seen.step)) {
        const text = [picture, ...moments, JSON.stringify({ ...view, sheet })].join("\n");
        const far = places(seen.picture, "killer").filter((place) => Math.max(...place.map((at, n) => Math.abs(at - own[n]))) > 8 * 32 && !exits.includes(String(place)));
        for (const [x, y] of far) assert.ok(!text.includes(`x="${x}" y="${y}"`), `a killer at ${x}, ${y} is in what the survivor was sent`);
        looked += far.length;
      }
    }
    assert.ok(looked > 0, "something was hidden");
    for (const { clocks } of survivor) assert.equal(clocks.length, 2);
  }));
});
