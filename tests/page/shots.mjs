import { startBrowser } from "/work/wt/page/tests/page/browser.js";
const browser = await startBrowser();
const S = "file:///work/wt/page/target/site/";
for (const [name, path, o] of [
  ["index-desk", "index.html", {}], ["index-phone", "index.html", { p: 1 }], ["index-dark", "index.html", { d: 1 }], ["game-desk", "games/tag.html", {}], ["game-phone", "games/tag.html", { p: 1 }],
  ["docs-desk", "docs/events.html", {}], ["docs-phone", "docs/events.html", { p: 1 }], ["gallery-dark", "docs/gallery.html", { d: 1 }], ["search-desk", "search.html#q=mud+python", {}], ["contents-phone", "docs/index.html", { p: 1 }],
]) {
  const context = await browser.newContext({ viewport: o.p ? { width: 390, height: 844 } : { width: 1280, height: 800 }, isMobile: !!o.p, hasTouch: !!o.p, colorScheme: o.d ? "dark" : "light" });
  const page = await context.newPage();
  page.on("console", (m) => console.log(name, m.text()));
  page.on("pageerror", (e) => console.log(name, "ERROR", String(e)));
  await page.goto(S + path); await page.waitForTimeout(300);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) console.log(name, "too wide", over);
  await page.screenshot({ path: `/tmp/shots/${name}.png` });
  await context.close();
}
await browser.close();
