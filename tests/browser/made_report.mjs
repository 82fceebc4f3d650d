// Reports of any size that no program was analysed for, put into the built page just as src/report/html_report.cpp
// does. The same number gives the same report.
//   node made_report.mjs PAGE COUNT OUTPUT     (PAGE: build/web/report.html)
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// A small generator of numbers (mulberry32): no dependence on Math.random, which has no seed.
function numbers(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const KINDS = [
  ["stale-value", "lost-update", "high"],
  ["stale-value", "check-then-act", "high"],
  ["stale-value", "stale-use", "medium"],
  ["block-atomicity", "used-outside", "medium"],
  ["reacquired-lock", "dependent", "medium"],
  ["data-race", "unlocked", "low"],
];
const PARTS = [
  "net",
  "network",
  "http",
  "pool",
  "cache",
  "index",
  "store",
  "session",
  "queue",
  "util",
  "codec",
  "cluster",
  "jmx",
];
const NAMES = [
  "Connection",
  "Session",
  "Registry",
  "Buffer",
  "Channel",
  "Manager",
  "Selector",
  "Journal",
  "Broker",
  "Pool",
];
const FIELDS = ["count", "state", "pending", "current", "closed", "entries", "size", "owner", "listeners", "version"];

// Words that every object of JavaScript answers to.
export function builtIn() {
  return {
    check: "constructor",
    kind: "",
    severity: "low",
    fingerprint: "__proto__",
    message: "toString",
    class: "hasOwnProperty",
    method: "valueOf()",
    file: "__proto__",
    line: 1,
    subject: { field: "", locks: [] },
    score: 0,
    threads: [
      {
        name: "T1",
        steps: [
          {
            role: "__proto__",
            class: "constructor",
            method: "m()",
            file: "toString",
            line: 1,
            locks: ["constructor"],
            note: "",
          },
        ],
      },
    ],
  };
}

function finding(index, random) {
  const [check, kind, severity] = KINDS[random(KINDS.length)];
  const inPackage = `org.example.${PARTS[random(PARTS.length)]}.${PARTS[random(PARTS.length)]}`;
  const simple = `${NAMES[random(NAMES.length)]}${NAMES[random(NAMES.length)]}${random(40)}`;
  const className = `${inPackage}.${simple}`;
  const field = FIELDS[random(FIELDS.length)];
  const file = `${simple}.java`;
  const line = 20 + random(900);
  const method = `update${field[0].toUpperCase()}${field.slice(1)}(java.lang.String,int)`;
  const place = (at) => ({ class: className, method, file, line: at });
  return {
    check,
    kind,
    severity,
    fingerprint: (0x100000000 + index).toString(16).padStart(16, "0"),
    message: `${simple}.${field} is read under this, and written from that value after the lock was released and taken again`,
    ...place(line),
    subject: { field: `${className}.${field}`, locks: ["this"] },
    threads: [
      {
        name: "T1",
        steps: [
          { role: "read", ...place(line - 8), locks: ["this"], note: `${field} is read into before`, time: 1 },
          { role: "release", ...place(line - 5), locks: [], note: "this is released", time: 2 },
          { role: "write", ...place(line), locks: ["this"], note: `${field} is written from before`, time: 4 },
        ],
      },
      {
        name: "T2",
        steps: [{ role: "write", ...place(line + 30), locks: ["this"], note: `${field} may change here`, time: 3 }],
      },
    ],
    score: random(101),
    outcome: `What T2 does to ${field} in between is lost.`,
    repair: `Hold this from the read to the write of ${field}.`,
  };
}

// Four threads in a ring, each with nested locks, long names and many steps.
export function deadlock() {
  const inPackage = "com.example.verylongcompanyname.infrastructure.messaging.transport";
  const className = (n) => `${inPackage}.AbstractReconnectingBidirectionalChannelRegistry${n}$ConnectionHandler`;
  const lock = (n) => `this.registry${n}.connectionsByRemoteAddressAndProtocolVersion`;
  let time = 0;
  const threads = [0, 1, 2, 3].map((n) => ({
    name: n === 3 ? "reconnect-scheduler-with-a-long-name" : `T${n + 1}`,
    steps: [],
  }));
  const step = (n, role, locks, note) =>
    threads[n].steps.push({
      role,
      class: className(n),
      method: `handleReconnect${n}(java.util.concurrent.ConcurrentHashMap,java.lang.String)`,
      file: `AbstractReconnectingBidirectionalChannelRegistry${n}.java`,
      line: 100 + ++time,
      locks,
      note,
      time,
    });
  for (const n of [0, 1, 2, 3]) {
    step(n, "acquire", [lock(n)], `${lock(n)} is taken`);
    for (let call = 0; call < 16; ++call) step(n, "call", [lock(n)], call % 3 ? "" : `helper${call}() is called`);
    step(n, "acquire", [lock(n), "inner"], "inner is taken");
    if (n === 0) step(n, "acquire", [lock(n), "inner"], "inner is released and taken again");
    step(n, "release", [lock(n)], "inner is released");
  }
  for (const n of [0, 1, 2, 3]) step(n, "wait", [lock(n)], `waits for ${lock((n + 1) % 4)}`);
  return {
    check: "deadlock",
    kind: "lock-order",
    severity: "high",
    fingerprint: "dead10cc00000004",
    message: "Four threads take four locks in a ring",
    class: className(0),
    method: "handleReconnect0()",
    file: "AbstractReconnectingBidirectionalChannelRegistry0.java",
    line: 101,
    subject: { field: "", locks: [0, 1, 2, 3].map(lock) },
    threads,
    score: 90,
    outcome: "Each thread waits for a lock that the next one holds: none goes on.",
    repair: "Take the locks in one order.",
    also: [{ kind: "lock-order", class: className(1), method: "close()", file: "X.java", line: 7 }],
    graphs: [
      {
        title: "Lock order",
        nodes: [0, 1, 2, 3]
          .map((n) => ({ label: lock(n), detail: `${className(n)}.registry`, file: "", line: 0, marked: true }))
          .concat([{ label: "inner", detail: "", file: "", line: 0, marked: false }]),
        edges: [0, 1, 2, 3]
          .map((n) => ({ from: n, to: (n + 1) % 4, label: `T${n + 1}: handleReconnect${n}()`, marked: true }))
          .concat(
            [0, 1, 2, 3].map((n) => ({ from: n, to: 4, label: "", marked: false })),
            [{ from: 4, to: 4, label: "again", marked: false }],
          ),
      },
    ],
  };
}

// Names as an attacker, or an obfuscator, would choose them.
export function hostile() {
  const bad = `<img src=x onerror="window.hacked=1">`;
  const script = `</script><script>window.hacked=2</script><!--<script>`;
  return {
    check: "stale-value",
    kind: bad,
    severity: "low",
    fingerprint: `"><b>fp&x=1#/'`,
    message: `${script} ${bad}`,
    class: `evil.${bad}.${script}`,
    method: `${bad}(java.lang.${bad})`,
    file: bad,
    line: 3,
    subject: { field: script, locks: [bad, script] },
    score: 1,
    outcome: bad + script,
    repair: script,
    threads: [
      {
        name: bad,
        steps: [
          {
            role: bad,
            class: `evil.${bad}`,
            method: script,
            file: bad,
            line: 3,
            locks: [bad, script],
            note: script,
            time: 1,
          },
        ],
      },
      {
        name: script,
        steps: [
          {
            role: "constructor",
            class: "__proto__",
            method: "toString",
            file: "",
            line: 0,
            locks: [],
            note: "\u2028\u2029\u0000\u202e",
            time: 2,
          },
        ],
      },
    ],
    also: [{ kind: bad, class: script, method: bad, file: bad, line: 1 }],
    graphs: [
      {
        title: bad,
        nodes: [{ label: script, detail: bad, file: bad, line: 3, marked: true }],
        edges: [{ from: 0, to: 0, label: bad, marked: true }],
      },
    ],
  };
}

export function madeData(count) {
  const random = numbers(count);
  const findings = [deadlock(), hostile(), builtIn()];
  for (let index = 0; findings.length < count; ++index) findings.push(finding(index, random));
  const rank = { high: 0, medium: 1, low: 2 };
  findings.sort((a, b) => rank[a.severity] - rank[b.severity] || b.score - a.score);
  const sources = {};
  for (const one of findings.slice(0, 500)) {
    const key = `${one.class.slice(0, one.class.lastIndexOf("."))}/${one.file}`;
    sources[key] = [
      {
        first: one.line - 12,
        lines: Array.from({ length: 17 }, (_, at) => `    int line${at} = "${at}".length(); // made`),
      },
    ];
  }
  // The page takes what is before the last dot for the package.
  sources[`evil.<img src=x onerror="window/<img src=x onerror="window.hacked=1">`] = [
    { first: 1, lines: ["<script>window.hacked=3</script>", "</pre><b>x", `"<img src=x onerror='window.hacked=4'>`] },
  ];
  return {
    report: {
      tool: "snag",
      version: "made",
      findings,
      diagnostics: [{ severity: "warning", file: "<b>a.jar", message: "<i>odd" }],
      stats: { summary: { classes: 12345, skipped: 2, suppressed: 3, known: 4 } },
    },
    titles: { "stale-value": "a value read under a lock is used later" },
    sources,
    pages: {
      "stale-value":
        "# stale-value: <b>bold</b>\n\n<script>window.hacked=5</script>\n\n[link](javascript:window.hacked=6) `a < b` &lt;\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n- one\n- two\n\n```java\nint x; // <b>\n```\n",
    },
  };
}

export function intoPage(page, data) {
  const json = JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const [before, after] = page.split("@DATA@");
  return before + json + after;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , page, count, output] = process.argv;
  writeFileSync(output, intoPage(readFileSync(page, "utf8"), madeData(Number(count))));
}
