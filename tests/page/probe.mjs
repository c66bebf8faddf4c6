import { startBrowser } from "/work/wt/page/tests/page/browser.js";
const browser = await startBrowser();
const shots = process.argv[2] ?? "all";
const games = (process.argv[3] ?? "tag").split(",");
for (const game of games) for (const [name, o] of Object.entries({ desk: { viewport: { width: 1280, height: 800 } }, phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }, dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" } })) {
  if (shots !== "all" && !shots.split(",").includes(name)) continue;
  const context = await browser.newContext({ ...o, offline: true });
  const page = await context.newPage();
  page.on("console", (m) => console.log(game, name, m.text()));
  page.on("pageerror", (e) => console.log(game, name, "ERROR", String(e)));
  await page.goto(`file:///work/wt/page/target/site/play.html#game=${game}&seed=5`);
  try {
    await page.waitForFunction(() => document.documentElement.dataset.ready === "playing", null, { timeout: 20000 });
    for (let n = 0; n < Number(process.argv[4] ?? 2); n++) {
      await page.waitForFunction(() => document.querySelector("#turn").dataset.state !== "theirs", null, { timeout: 20000 });
      const b = page.locator("#doing button[data-entry]:not([aria-disabled=true])").first();
      if (await b.count()) await b.click();
      await page.waitForTimeout(300);
    }
    await page.waitForFunction(() => document.querySelector("#turn").dataset.state !== "theirs", null, { timeout: 20000 });
    await page.waitForTimeout(400);
  } catch (e) { console.log(game, name, String(e).slice(0, 300), await page.locator("#banner").textContent()); }
  await page.screenshot({ path: `/tmp/shots/${game}-${name}.png` });
  await context.close();
}
await browser.close();
