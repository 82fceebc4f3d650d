// Debian's Chromium, driven by Playwright. Every page is watched: errors on its console and requests other than for the
// report itself are problems.
import { accessSync } from "node:fs";
import { chromium } from "playwright-core";

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

export async function openBrowser() {
  accessSync(EXECUTABLE);
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      "--no-sandbox", // as root, Chromium starts no other way
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

const seen = new WeakMap();

export async function openPage(browser, file, { colorScheme = "light", viewport = { width: 1280, height: 900 } } = {}) {
  const context = await browser.newContext({ colorScheme, viewport });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  const list = [];
  seen.set(page, list);
  const address = `file://${file.replace(/#.*/, "")}`;
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") list.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => list.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url().replace(/#.*/, "") !== address) list.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  return page;
}

export function problems(page) {
  return seen.get(page);
}
