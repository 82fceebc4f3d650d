// Elements made by hand. Strings become text nodes, never markup: a class called `<img onerror=…>` is shown as just
// that. Nothing else in this page makes elements, and nothing uses innerHTML.

export type Child = Node | string | null | undefined | false | Child[];
type Listener = (event: never) => void;
export type Properties = Record<string, string | number | boolean | undefined | null | Listener>;

const SVG = "http://www.w3.org/2000/svg";

function fill(element: Element, properties: Properties, children: Child[]): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value as unknown as EventListener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(element, children);
}

export function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child);
  }
}

// h("a", {class: "name", href: "#/", onclick: f}, "text", other)
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  fill(element, properties, children);
  return element;
}

// Formats a sentence with names between backticks: "Hold `this` from the read to the write".
export function sentence(text: string): Child[] {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [text]; // one without its partner
  return parts.map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag) as SVGElementTagNameMap[Tag];
  fill(element, properties, children);
  return element;
}

export function replaceChildren(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

// 12345 as 12,345.
export function grouped(count: number): string {
  return count.toLocaleString("en");
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
