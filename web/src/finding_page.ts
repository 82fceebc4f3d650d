// The page of one finding: it shows what happens and where, as a picture, source and graphs, and what to do about it.

import { Finding, PageData, Place, kindOf, ofKind, packageOf, placeText, shortMethod, simpleName } from "./data";
import { copyButton } from "./copy";
import { Child, h, sentence } from "./dom";
import { graphView } from "./graph";
import { breakable, interleaving } from "./interleaving";
import { layOut } from "./interleaving_layout";
import { markdown } from "./markdown";
import { findingHash } from "./route";
import { sourcePanel } from "./source";

export interface Neighbours {
  list: string; // the address of the list
  position: string; // `3 of 214`; empty if it is not in the list
  previous: Finding | undefined;
  next: Finding | undefined;
}

export function findingPage(data: PageData, finding: Finding, around: Neighbours): HTMLElement {
  const steps = layOut(finding.threads).steps.map((placed) => placed.step);
  const select = (index: number): void => {
    picture.select(index);
    source.show(steps[index]);
  };
  const picture = interleaving(finding, select);
  const source = sourcePanel(data, finding, steps, select);
  const showPlace = (place: Place): void => void source.show(place);

  const happens = steps.length > 0 && section("What happens", picture.element);
  // Two lanes leave room for the source beside them.
  const wide = finding.threads.length > 2;
  const left: Child[] = [
    !wide && happens,
    finding.repair && section("Repair", h("p", { class: "repair" }, sentence(finding.repair))),
    (finding.graphs ?? [])
      .filter((graph) => graph.nodes.length)
      .map((graph) =>
        section(
          graph.title,
          graphView(graph, (node) => {
            const step = steps.find((one) => one.file === node.file && one.line === node.line);
            showPlace({ class: step?.class ?? finding.class, method: "", file: node.file ?? "", line: node.line ?? 0 });
          }),
        ),
      ),
    finding.also && finding.also.length > 0 && section("The same in other places", otherPlaces(finding)),
  ];
  const right = section(
    "Source",
    source.element ??
      h("p", { class: "dim" }, "Not in this report. ", h("code", {}, "--source-path DIR"), " adds the lines."),
  );
  return h(
    "article",
    { class: "finding" },
    navigation(around),
    heading(data, finding),
    wide && happens,
    h(
      "div",
      { class: `finding-columns${source.element ? "" : " without-source"}` },
      h("div", { class: "finding-column" }, left),
      h("div", { class: "finding-column source-column" }, right),
    ),
    explanation(data, finding),
    suppression(finding),
  );
}

function section(title: string, ...content: Child[]): HTMLElement {
  return h("section", { "aria-label": title }, h("h2", {}, title), content);
}

function navigation(around: Neighbours): HTMLElement {
  const link = (finding: Finding | undefined, text: string, label: string): HTMLElement =>
    finding
      ? h(
          "a",
          { class: "small-button", href: findingHash(finding.fingerprint), "aria-label": label, title: label },
          text,
        )
      : h("span", { class: "small-button disabled", "aria-hidden": "true" }, text);
  return h(
    "nav",
    { class: "finding-navigation", "aria-label": "Findings" },
    h("a", { class: "small-button", href: around.list }, "← All findings"),
    h("span", { class: "grow" }),
    h("span", { class: "dim" }, around.position),
    link(around.previous, "↑", "Previous finding (k)"),
    link(around.next, "↓", "Next finding (j)"),
  );
}

function heading(data: PageData, finding: Finding): HTMLElement {
  const kind = kindOf(finding);
  const inPackage = packageOf(finding.class);
  const title = ofKind(data.titles, kind);
  const facts: [string, Child][] = [
    ["Place", h("span", {}, placeText(finding))],
    ["Field", finding.subject.field && h("code", {}, breakable(finding.subject.field))],
    [
      finding.subject.locks.length === 1 ? "Lock" : "Locks",
      finding.subject.locks.length > 0 && h("code", {}, finding.subject.locks.join(", ")),
    ],
    ["Score", finding.score !== undefined && `${finding.score} of 100`],
    [
      "Fingerprint",
      h(
        "span",
        {},
        h("code", {}, finding.fingerprint),
        " ",
        copyButton("Copy", () => finding.fingerprint),
        " ",
        copyButton("Copy link", () => location.href.replace(/#.*/, "") + findingHash(finding.fingerprint)),
      ),
    ],
  ];
  return h(
    "header",
    { class: "finding-heading" },
    h(
      "p",
      { class: "finding-kind" },
      h("span", { class: `severity severity-${finding.severity}` }, finding.severity),
      h("span", {}, kind),
      title && h("span", { class: "dim" }, title),
    ),
    h(
      "h1",
      { tabindex: -1 },
      h("span", { class: "dim" }, breakable(inPackage && `${inPackage}.`)),
      breakable(`${simpleName(finding.class)}.${shortMethod(finding.method)}`),
    ),
    h("p", { class: "message" }, sentence(finding.message)),
    h(
      "dl",
      { class: "facts-list" },
      facts.filter(([, value]) => value).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    ),
  );
}

function otherPlaces(finding: Finding): HTMLElement {
  return h(
    "ul",
    { class: "places" },
    finding.also?.map((place) =>
      h(
        "li",
        {},
        h("code", {}, breakable(`${place.class}.${shortMethod(place.method)}`)),
        h("span", { class: "dim" }, ` ${placeText(place)}`),
        place.kind && h("span", { class: "tag" }, place.kind),
      ),
    ),
  );
}

function explanation(data: PageData, finding: Finding): Child {
  const page = ofKind(data.pages, kindOf(finding));
  if (!page) return null;
  const body = h("div", {});
  const panel = h("details", { class: "panel explanation" }, h("summary", {}, `What ${kindOf(finding)} means`), body);
  // The content is created when the panel is first opened.
  panel.addEventListener("toggle", () => {
    if (panel.open && !body.firstChild) body.append(markdown(page));
  });
  return panel;
}

function suppression(finding: Finding): HTMLElement {
  const rule = (fingerprint: string) =>
    `[[suppress]]\nfingerprint = "${fingerprint}"\nreason = "why this is not a defect"\n`;
  const others = (finding.also ?? []).map((place) => place.fingerprint);
  const snippet = [finding.fingerprint, ...others].map(rule).join("\n");
  return h(
    "details",
    { class: "panel" },
    h("summary", {}, "Suppress this finding"),
    h("p", {}, "If this is not a defect, add a rule to ", h("code", {}, "snag.toml"), ":"),
    h("pre", { tabindex: 0 }, h("code", {}, snippet)),
    copyButton("Copy", () => snippet),
  );
}

export function missingPage(fingerprint: string): HTMLElement {
  return h(
    "article",
    { class: "finding" },
    h("h1", { tabindex: -1 }, "No such finding"),
    h(
      "p",
      {},
      "This report has no finding ",
      h("code", {}, fingerprint),
      ": it may have been repaired, or is in another report.",
    ),
    h("p", {}, h("a", { class: "small-button", href: "#/" }, "← All findings")),
  );
}
