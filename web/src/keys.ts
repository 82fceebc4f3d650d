// Handles the keyboard. Keys do nothing while the user types, or with Ctrl, Alt or Meta, which belong to the browser.

import { h } from "./dom";

export interface KeyActions {
  next(): void;
  previous(): void;
  search(): void;
  back(): void;
  theme(): void;
  first(): void;
  last(): void;
  isList(): boolean;
}

const HELP: [string[], string][] = [
  [["j", "↓"], "next finding"],
  [["k", "↑"], "previous finding"],
  [["Enter"], "open the finding"],
  [["Home", "End"], "first, last finding of the list"],
  [["/"], "search"],
  [["Esc"], "back to the list; leave the search"],
  [["t"], "light or dark"],
  [["?"], "these keys"],
];

const dialog = h(
  "dialog",
  { class: "keys", "aria-label": "Keys" },
  h("h2", {}, "Keys"),
  h(
    "dl",
    {},
    HELP.map(([keys, what]) =>
      h(
        "div",
        {},
        h(
          "dt",
          {},
          keys.map((key) => h("kbd", {}, key)),
        ),
        h("dd", {}, what),
      ),
    ),
  ),
  h("button", { type: "button", class: "small-button", onclick: () => dialog.close() }, "Close"),
);

export function helpButton(): HTMLElement {
  return h(
    "button",
    { type: "button", class: "icon-button", "aria-label": "Keys", title: "Keys (?)", onclick: showHelp },
    "?",
  );
}

function showHelp(): void {
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
}

export function listenToKeys(actions: KeyActions): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || dialog.open) return;
    const target = event.target as HTMLElement;
    const typing = target.matches("input, textarea, select");
    if (typing && !(event.key === "Escape" || (event.key === "ArrowDown" && target.matches("input")))) return;
    const action = actionOf(event.key, actions, target);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function actionOf(key: string, actions: KeyActions, target: HTMLElement): (() => void) | null {
  switch (key) {
    case "j":
      return actions.next;
    case "k":
      return actions.previous;
    case "/":
      return actions.search;
    case "?":
      return showHelp;
    case "t":
      return actions.theme;
    case "Escape":
      return actions.back;
  }
  // On the page of a finding these keys scroll; in the list they move once a row has the focus.
  const inList = actions.isList() && (target.closest(".rows") !== null || target.matches("#search, body"));
  if (!inList) return null;
  if (key === "ArrowDown") return actions.next;
  if (target.closest(".rows") === null) return null;
  if (key === "ArrowUp") return actions.previous;
  if (key === "Home") return actions.first;
  if (key === "End") return actions.last;
  return null;
}
