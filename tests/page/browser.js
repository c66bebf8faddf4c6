// A browser of our own, and pages in it that tell when they reach for anything or complain.

import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

export function startBrowser() {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

// Opens a file by its name alone, as a double click does.
export async function openPage(browser, file, { hash = "", width = 1280, height = 800, dark = false, phone = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height }, colorScheme: dark ? "dark" : "light", deviceScaleFactor: phone ? 2 : 1, isMobile: phone, hasTouch: phone,
    acceptDownloads: true, offline: true,
  });
  const page = await context.newPage();
  const complaints = [];
  const requests = [];
  page.on("console", (message) => message.type() === "info" || complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(pathToFileURL(file).href + hash);
  await page.waitForFunction(() => document.documentElement.dataset.ready || !document.getElementById("banner").hidden);
  return { page, complaints, requests, close: () => context.close() };
}
