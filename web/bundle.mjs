// Bundles the report's page into one HTML file: node bundle.mjs OUTPUT
//
// Script and style are part of the page, and the Content-Security-Policy allows exactly these two, by their hashes: the
// page loads nothing, and nothing in the data can run. @DATA@ remains, exactly once: src/report/html_report.cpp
// replaces it by the report.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

async function bundle(entry, extra) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    charset: "ascii",
    legalComments: "none",
    target: ["chrome100", "firefox100", "safari15"],
    logLevel: "warning",
    ...extra,
  });
  return result.outputFiles[0].text.trim();
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Inside <script> these two change how HTML is read; in strings and patterns, where they occur, \x3c is the same.
const script = (await bundle("main.ts", { format: "iife" })).replace(/<(?=!--|\/?script)/gi, "\\x3c");
const style = await bundle("style.css", { loader: { ".css": "css" } });

const parts = { SCRIPT_HASH: hash(script), STYLE_HASH: hash(style), STYLE: style, SCRIPT: script };
const page = readFileSync(join(here, "index.html"), "utf8").replace(/@(\w+)@/g, (whole, name) => parts[name] ?? whole);
if (page.split("@DATA@").length !== 2) throw new Error("the page must have @DATA@ exactly once");
writeFileSync(process.argv[2], page);
