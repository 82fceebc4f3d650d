// Makes the picture of the README, docs/pictures/report.png, from the example's report:
//   node tests/browser/picture.mjs build/release/tests/browser/bank.html docs/pictures/report.png
// (tests/browser/run makes bank.html, and installs what this needs.)
import { resolve } from "node:path";
import { openBrowser, openPage } from "./browser.mjs";

const [, , report, output] = process.argv;
const browser = await openBrowser();
const page = await openPage(browser, resolve(report), { viewport: { width: 1280, height: 800 } });
await page.locator(".row-link", { hasText: "addInterest" }).click();
await page.locator(".turn").first().waitFor({ state: "attached" });
await page.evaluate(() => document.activeElement.blur());
const end = await page.locator(".repair").boundingBox();
await page.screenshot({
  path: output,
  clip: { x: 0, y: 0, width: 1280, height: Math.ceil(end.y + end.height + 16) },
  fullPage: true,
});
await browser.close();
