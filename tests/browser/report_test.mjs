// The HTML report in a real browser, from disk, as a user opens it. run says how this is started.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { intoPage, madeData } from "./made_report.mjs";
import { openBrowser, openPage, problems } from "./browser.mjs";

const [snag, build, work] = [process.env.SNAG, process.env.SNAG_BUILD, process.env.SNAG_WORK];
const screenshots = join(work, "screenshots");
mkdirSync(screenshots, { recursive: true });

// Many times what an idle machine needs: tests run beside others. A list that is not virtual, or a search that sorts,
// is slower still.
const LOAD_LIMIT = 10000,
  FILTER_LIMIT = 400;

const bank = join(work, "bank.html");
const made = join(work, "made.html");
let browser;
let bankFindings;

before(async () => {
  const jar = join(build, "examples/bank.jar");
  const check = (...options) => {
    try {
      return execFileSync(snag, ["check", jar, ...options], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
      if (error.status === 1) return error.stdout; // there are findings
      throw error;
    }
  };
  check("--source-path", join(build, "examples"), "--format", "html", "--output", bank);
  bankFindings = JSON.parse(check("--format", "json")).findings;
  const page = readFileSync(join(build, "generated/report.html"), "utf8");
  writeFileSync(made, intoPage(page, madeData(5000)));
  browser = await openBrowser();
});

after(async () => browser?.close());

// A page that must stay without errors and requests, closed at the end.
async function withPage(file, options, use) {
  const page = await openPage(browser, file, options);
  try {
    await use(page);
    assert.deepEqual(problems(page), []);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
  } finally {
    await page.context().close();
  }
}

const rowCount = async (page) => (await page.locator(".status").textContent()).trim();
// The page answers to a changed address a moment later.
async function eventually(read, expected) {
  for (let tries = 0; tries < 100 && (await read()) !== expected; ++tries)
    await new Promise((done) => setTimeout(done, 50));
  assert.equal(await read(), expected);
}
const expectRows = (page, expected) => eventually(() => rowCount(page), expected);
const shot = (page, name) => page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
const noSideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

// Names between backticks are set as code.
const shown = (text) => text.replaceAll("`", "");

describe("the example's report", () => {
  test("lists the findings of the JSON report", () =>
    withPage(bank, {}, async (page) => {
      await expectRows(page, `${bankFindings.length} findings`);
      const messages = await page.locator(".row-message").allTextContents();
      assert.deepEqual(
        messages,
        bankFindings.map((finding) => shown(finding.message)),
      );
    }));

  test("shows a finding: threads, steps in the order of time, locks, source, graph", () =>
    withPage(bank, {}, async (page) => {
      const finding = bankFindings.find((one) => one.kind === "lost-update");
      await page.locator(".row-link", { hasText: shown(finding.message) }).click();
      await page.locator(".turn").first().waitFor({ state: "attached" });
      assert.match(page.url(), new RegExp(`#/finding/${finding.fingerprint}$`));
      assert.deepEqual(
        await page.locator(".lane-name").allTextContents(),
        finding.threads.map((thread) => thread.name),
      );
      const steps = finding.threads.flatMap((thread) => thread.steps).sort((a, b) => a.time - b.time);
      assert.deepEqual(
        await page.locator(".step-role").allTextContents(),
        steps.map((step) => step.role),
      );
      // Read and written under a lock that is released in between; the other thread has it once.
      assert.equal(await page.locator(".lock-bar").count(), 3);
      assert.equal(await page.locator(".turn").count(), 2);
      assert.match(await page.locator(".outcome").textContent(), /is lost/);
      assert.equal(await page.locator(".line-first code").textContent(), "        setBalance(before + interest);");
      assert.ok((await page.locator(".node").count()) >= 3);
      assert.ok((await page.locator(".node.marked").count()) >= 1);
    }));

  test("a step that is clicked shows its line, and a line's number its step", () =>
    withPage(bank, {}, async (page) => {
      await page.locator(".row-link", { hasText: "addInterest" }).click();
      const step = page.locator(".step", { hasText: "Account.deposit" });
      await step.click();
      assert.equal(await page.locator(".line-now code").textContent(), "        balance += amount;");
      assert.equal(await step.getAttribute("aria-pressed"), "true");
      await page.locator(".line-steps .step-number", { hasText: "2" }).first().click();
      assert.equal(await page.locator(".step[aria-pressed=true] .step-role").textContent(), "read");
    }));

  test("explains the kind, and how to suppress the finding", () =>
    withPage(bank, {}, async (page) => {
      await page.locator(".row-link").first().click();
      await page.getByText(/^What .* means$/).click();
      await page.locator(".markdown h3").waitFor();
      assert.ok((await page.locator(".markdown pre .j-keyword").count()) > 0);
      await page.getByText("Suppress this finding").click();
      const snippet = await page.locator("pre", { hasText: "fingerprint = " }).last().textContent();
      assert.match(
        snippet,
        new RegExp(`^\\[\\[suppress\\]\\]\nfingerprint = "${bankFindings[0].fingerprint}"\nreason = `),
      );
    }));

  for (const colorScheme of ["light", "dark"]) {
    test(`looks (${colorScheme})`, async () => {
      const finding = bankFindings.find((one) => one.kind === "lost-update");
      for (const [name, width] of [
        ["wide", 1600],
        ["laptop", 1280],
        ["narrow", 390],
        ["smallest", 360],
        ["huge", 2560],
      ]) {
        await withPage(bank, { colorScheme, viewport: { width, height: 900 } }, async (page) => {
          await shot(page, `overview-${name}-${colorScheme}`);
          assert.ok(await noSideways(page), `the list is not wider than ${width}`);
          await page.goto(`${page.url().replace(/#.*/, "")}#/finding/${finding.fingerprint}`);
          await page.locator(".turn").first().waitFor({ state: "attached" });
          await shot(page, `finding-${name}-${colorScheme}`);
          assert.ok(await noSideways(page), `the finding is not wider than ${width}`);
        });
      }
    });
  }
});

describe("the addresses", () => {
  test("back and forward go through list, filter and findings", () =>
    withPage(made, {}, async (page) => {
      await page.locator(".choice[data-value=medium]").click();
      const filtered = await rowCount(page);
      await page.locator(".row-link").nth(2).click();
      await page.locator(".finding").waitFor();
      const first = page.url();
      await page.keyboard.press("j");
      await page.waitForURL((url) => url.href !== first);
      await page.goBack();
      await eventually(() => page.url(), first);
      await page.goBack();
      await expectRows(page, filtered);
      await page.goBack();
      await expectRows(page, "5,000 findings");
      await page.goForward();
      await page.goForward();
      assert.equal(page.url(), first);
      await page.locator(".lanes").waitFor();
    }));

  test("the letters of a search are one place to go back to", () =>
    withPage(made, {}, async (page) => {
      await page.locator(".choice[data-value=medium]").click();
      await page.locator("#search").pressSequentially("bro");
      assert.match(page.url(), /q=bro&severity=medium$/);
      await page.goBack();
      await expectRows(page, "5,000 findings");
      assert.equal(await page.locator("#search").inputValue(), "");
    }));

  test("a copied link opens the finding, and a filter's link the list", () =>
    withPage(`${made}#/finding/dead10cc00000004`, {}, async (page) => {
      assert.match(await page.locator("h1").textContent(), /handleReconnect0/);
      assert.match(await page.title(), /deadlock\/lock-order/);
      await page.goto(
        `${page.url().replace(/#.*/, "")}#/?q=broker&severity=high&kind=stale-value/lost-update&sort=place`,
      );
      await eventually(() => page.locator("#search").inputValue(), "broker");
      assert.equal(await page.locator(".choice[aria-pressed=true]").count(), 2);
    }));

  test("a finding that is not there is said so", () =>
    withPage(`${made}#/finding/0000`, {}, async (page) => {
      assert.match(await page.locator("h1").textContent(), /No such finding/);
      await page.getByRole("link", { name: "All findings" }).click();
      await expectRows(page, "5,000 findings");
    }));

  test("the list comes back where it was left", () =>
    withPage(made, {}, async (page) => {
      await page.evaluate(() => window.scrollTo(0, 100000));
      await page.waitForTimeout(100);
      const row = page.locator(".row").filter({ visible: true }).nth(15);
      const at = await row.getAttribute("data-at");
      await row.locator("a").click();
      await page.locator(".finding h1").waitFor();
      await page.goBack();
      await page.locator(`.row[data-at="${at}"]`).waitFor();
      await eventually(() => page.evaluate(() => window.scrollY > 90000), true);
    }));
});

describe("the filters", () => {
  const expected = madeData(5000).report.findings;
  const count = (test) => {
    const number = expected.filter(test).length.toLocaleString("en");
    return `${number} of 5,000 findings`;
  };

  test("by severity, more than one", () =>
    withPage(made, {}, async (page) => {
      await page.locator(".choice[data-value=high]").click();
      assert.equal(
        await rowCount(page),
        count((one) => one.severity === "high"),
      );
      await page.locator(".choice[data-value=low]").click();
      assert.equal(
        await rowCount(page),
        count((one) => one.severity !== "medium"),
      );
      await page.getByRole("button", { name: "Show all" }).click();
      await expectRows(page, "5,000 findings");
    }));

  test("by kind", () =>
    withPage(made, {}, async (page) => {
      await page.locator('.choice[data-value="stale-value/lost-update"]').click();
      assert.equal(
        await rowCount(page),
        count((one) => one.kind === "lost-update"),
      );
    }));

  test("by package, with those below it", () =>
    withPage(made, {}, async (page) => {
      await page.getByRole("button", { name: "Open org.example" }).click();
      await page.locator('.choice[title="org.example.net"]').click();
      assert.equal(
        await rowCount(page),
        count((one) => one.class.startsWith("org.example.net.")),
      );
      await page.getByRole("button", { name: "Open net", exact: true }).click();
      await page.locator('.choice[title="org.example.net.http"]').click();
      assert.equal(
        await rowCount(page),
        count((one) => one.class.startsWith("org.example.net.http.")),
      );
    }));

  test("by words, all of which must occur", () =>
    withPage(made, {}, async (page) => {
      await page.locator("#search").fill("Broker updatestate");
      const has = (one, word) => `${one.class}.${one.method}`.toLowerCase().includes(word);
      assert.equal(
        await rowCount(page),
        count((one) => has(one, "broker") && has(one, "updatestate")),
      );
      await page.locator("#search").fill("no such thing anywhere");
      await expectRows(page, "0 of 5,000 findings");
      assert.ok(await page.getByText("No finding matches.").isVisible());
    }));

  test("in each order", () =>
    withPage(made, {}, async (page) => {
      await page.locator("select").selectOption("place");
      const first = [...expected].sort((a, b) => (a.class < b.class ? -1 : 1))[0];
      assert.match(await page.locator(".row").first().textContent(), new RegExp(first.message.slice(0, 20)));
    }));
});

describe("the keyboard", () => {
  test("walks the list, opens, goes on, comes back", () =>
    withPage(made, {}, async (page) => {
      const active = () => page.evaluate(() => document.activeElement?.closest("[data-at]")?.getAttribute("data-at"));
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("k");
      assert.equal(await active(), "1");
      await page.keyboard.press("Enter");
      await page.locator(".finding").waitFor();
      assert.match(await page.locator(".finding-navigation").textContent(), /2 of 5000/);
      await page.keyboard.press("j");
      await page.getByText("3 of 5000").waitFor();
      await page.keyboard.press("Escape");
      await page.locator(".overview").waitFor();
      await eventually(active, "2");
      await page.keyboard.press("End");
      assert.equal(await active(), "4999");
      await page.keyboard.press("Home");
      assert.equal(await active(), "0");
    }));

  test("searches with /, and leaves with Esc", () =>
    withPage(`${made}#/finding/dead10cc00000004`, {}, async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("journal jk?t");
      assert.equal(await page.locator("#search").inputValue(), "journal jk?t");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator("#search").inputValue(), "");
    }));

  test("shows the keys with ?", () =>
    withPage(made, {}, async (page) => {
      await page.keyboard.press("?");
      assert.ok(await page.locator("dialog.keys").isVisible());
      await page.keyboard.press("Escape");
      assert.ok(!(await page.locator("dialog.keys").isVisible()));
    }));

  test("reaches everything with the tab key", () =>
    withPage(bank, {}, async (page) => {
      const seen = new Set();
      for (let press = 0; press < 40; ++press) {
        await page.keyboard.press("Tab");
        seen.add(
          await page.evaluate(() => document.activeElement?.className.split(" ")[0] || document.activeElement?.id),
        );
      }
      for (const part of ["brand", "icon-button", "choice", "search", "row-link"]) assert.ok(seen.has(part), part);
    }));
});

describe("light and dark", () => {
  const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  test("as the system has it; the reader's choice is kept", () =>
    withPage(bank, { colorScheme: "dark" }, async (page) => {
      assert.equal(await ground(page), "rgb(13, 17, 23)");
      await page.keyboard.press("t");
      assert.equal(await ground(page), "rgb(255, 255, 255)");
      await page.reload();
      assert.equal(await ground(page), "rgb(255, 255, 255)");
    }));
});

describe("for everyone", () => {
  // axe-core knows the usual mistakes: contrast, names, roles, order of headings.
  const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    test(`contrast, names and roles (${colorScheme})`, async () => {
      const first = `${bank}#/finding/${bankFindings[1].fingerprint}`;
      for (const file of [bank, first, made, `${made}#/finding/dead10cc00000004`]) {
        await withPage(file, { colorScheme }, async (page) => {
          for (const panel of await page.locator("details").all())
            await panel.evaluate((element) => (element.open = true));
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
          const told = violations.map((one) => `${one.id}: ${one.nodes[0].html} ${one.nodes[0].failureSummary}`);
          assert.deepEqual(told, [], file);
        });
      }
    });
  }
});

describe("names from outside", () => {
  test("are text, wherever they are shown", () =>
    withPage(`${made}#/?q=evil`, {}, async (page) => {
      await expectRows(page, "1 of 5,000 findings");
      await page.locator(".diagnostics summary").click();
      await shot(page, "hostile-overview");
      await page.locator(".row-link").click();
      await page.locator(".lanes").waitFor();
      for (const panel of await page.locator("summary").all()) await panel.click();
      await page.locator(".step").first().click();
      assert.equal(await page.locator("main img, main script, main b img, .markdown b").count(), 0);
      assert.match(await page.locator(".lane-name").first().textContent(), /^<img src=x/);
      assert.match(await page.locator(".line-now code").textContent(), /onerror='window.hacked=4'/);
      assert.match(await page.locator(".markdown").textContent(), /<script>window.hacked=5<\/script>/);
      assert.equal(await page.locator(".markdown a").count(), 0);
      await shot(page, "hostile-finding");
    }));
});

describe("names that JavaScript has, too", () => {
  test("mean nothing", () =>
    withPage(`${made}#/finding/__proto__`, {}, async (page) => {
      assert.equal(await page.locator("h1").textContent(), "hasOwnProperty.valueOf()");
      assert.equal(await page.locator(".step").getAttribute("class"), "step step-other");
      await page.locator(".step").click();
      await page.keyboard.press("Escape");
      await expectRows(page, "5,000 findings");
    }));
});

describe("many and large", () => {
  test("5,000 findings: loading, typing, scrolling", async (context) => {
    await withPage(made, {}, async (page) => {
      const loaded = await page.evaluate(() => performance.now());
      const typed = [];
      for (const text of ["b", "br", "bro", "brok", "broke", "broker", "broker u", "broker up", ""]) {
        typed.push(
          await page.evaluate((value) => {
            const search = document.getElementById("search");
            const start = performance.now();
            search.value = value;
            search.dispatchEvent(new Event("input", { bubbles: true }));
            void document.body.offsetHeight; // lays the page out
            return performance.now() - start;
          }, text),
        );
      }
      const scrolled = await page.evaluate(async () => {
        const times = [];
        for (let at = 0; at < 60; ++at) {
          window.scrollTo(0, at * 4000);
          const start = performance.now();
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          times.push(performance.now() - start);
        }
        return Math.max(...times);
      });
      assert.ok((await page.locator(".row").count()) < 80, "only rows in the window are in the document");
      context.diagnostic(
        `${(statSync(made).size / 1e6).toFixed(1)} MB; ready after ${loaded.toFixed(0)} ms, a letter at most ` +
          `${Math.max(...typed).toFixed(1)} ms, two frames of scrolling at most ${scrolled.toFixed(0)} ms`,
      );
      assert.ok(loaded < LOAD_LIMIT, `loaded in ${loaded} ms`);
      const median = typed.sort((a, b) => a - b)[typed.length >> 1];
      assert.ok(median < FILTER_LIMIT, `typed in ${typed} ms`);
      await page.screenshot({ path: join(screenshots, "made-scrolled.png") });
    });
  });

  test("four threads of twenty steps, nested locks, long names, a graph with cycles", async () => {
    for (const [name, width] of [
      ["wide", 1600],
      ["narrow", 390],
    ]) {
      await withPage(`${made}#/finding/dead10cc00000004`, { viewport: { width, height: 900 } }, async (page) => {
        await page.locator(".turn").first().waitFor({ state: "attached" });
        assert.equal(await page.locator(".step").count(), 81);
        // One long bar and one inner bar for each thread: what others do in between does not end it. The first thread
        // takes the inner lock twice, one right after the other.
        assert.equal(await page.locator(".lock-bar").count(), 9);
        assert.equal(await page.locator(".edge.marked").count(), 4);
        assert.ok(await noSideways(page));
        // No box of a lane reaches into the next one.
        const overlaps = await page.evaluate(() => {
          const boxes = [...document.querySelectorAll(".lane-name, .step")].map((box) => box.getBoundingClientRect());
          return boxes.some((a, i) =>
            boxes.some(
              (b, j) =>
                i < j && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
            ),
          );
        });
        assert.ok(!overlaps, "boxes overlap");
        // Of sixteen calls in a row thirteen are folded.
        assert.equal(await page.locator(".step:visible").count(), 29);
        await page.getByRole("button", { name: "13 more calls" }).first().click();
        assert.equal(await page.locator(".step:visible").count(), 42);
        const size = async () => (await page.locator(".graph-drawing").boundingBox()).width;
        const before = await size();
        await page.getByRole("button", { name: "Zoom in" }).click();
        assert.ok((await size()) > before * 1.2);
        await shot(page, `deadlock-${name}`);
      });
    }
  });

  test("no findings", async () => {
    const empty = join(work, "empty.html");
    const data = {
      report: {
        tool: "snag",
        version: "made",
        findings: [],
        diagnostics: [],
        stats: { summary: { classes: 1, skipped: 0, suppressed: 0, known: 0 } },
      },
      titles: {},
      sources: {},
      pages: {},
    };
    writeFileSync(empty, intoPage(readFileSync(join(build, "generated/report.html"), "utf8"), data));
    await withPage(empty, {}, async (page) => {
      assert.ok(await page.getByText("No findings.").isVisible());
      await page.keyboard.press("j");
      await page.keyboard.press("/");
      await shot(page, "empty");
    });
  });

  test("prints a finding without controls, in light colours", () =>
    withPage(`${bank}#/finding/${bankFindings[1].fingerprint}`, { colorScheme: "dark" }, async (page) => {
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      assert.ok(!(await page.locator(".finding-navigation").isVisible()));
      assert.ok(await page.locator(".lanes").isVisible());
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(31, 35, 40)");
      await page.pdf({ path: join(screenshots, "finding.pdf"), format: "A4" });
    }));

  test("prints every row of the list", () =>
    withPage(`${made}#/?kind=stale-value/lost-update`, {}, async (page) => {
      const shown = parseInt(await rowCount(page), 10);
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      assert.equal(await page.locator(".row").count(), shown);
    }));
});
