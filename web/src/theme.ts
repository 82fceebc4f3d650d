// Light or dark theme: that of the system until the user chooses; the choice is stored if the browser allows it.

import { h } from "./dom";

const KEY = "snag-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function chosen(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is off for this page
  }
}

function apply(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

export function startTheme(): void {
  const choice = chosen();
  apply(choice ? choice === "dark" : system.matches);
  system.addEventListener("change", () => {
    if (!chosen()) apply(system.matches);
  });
}

export function toggleTheme(): void {
  const dark = document.documentElement.dataset.theme !== "dark";
  apply(dark);
  try {
    localStorage.setItem(KEY, dark ? "dark" : "light");
  } catch {
    // it holds until the page is closed
  }
}

export function themeButton(): HTMLElement {
  return h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": "Light or dark",
      title: "Light or dark (t)",
      onclick: toggleTheme,
    },
    "◐",
  );
}
