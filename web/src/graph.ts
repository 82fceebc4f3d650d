// Draws a graph: dagre computes the positions (in layers; cycles are allowed), SVG shows them. Large graphs can be
// moved and zoomed; for screen readers there is a list of the edges.

import dagre from "@dagrejs/dagre";
import { Graph, GraphEdge, GraphNode, placeText, shortMethod } from "./data";
import { Child, h, svg } from "./dom";

const LONGEST_LABEL = 56; // characters; the whole text is the tooltip
const MAX_NODES = 400; // dagre takes seconds for more, and such a drawing is unreadable
const LINE = 17;

interface Point {
  x: number;
  y: number;
}

interface Placed extends Point {
  width: number;
  height: number;
}

let graphCount = 0;

export function graphView(graph: Graph, onSelect: (node: GraphNode) => void): HTMLElement {
  const nodes = graph.nodes.slice(0, MAX_NODES);
  const edges = graph.edges.filter((edge) => nodes[edge.from] && nodes[edge.to]);
  const layout = layOut(nodes, edges);
  const id = `arrow-${++graphCount}`;
  const drawing = svg(
    "svg",
    {
      class: "graph-drawing",
      role: "img",
      "aria-label": `${graph.title}: ${nodes.length} nodes, ${edges.length} edges`,
    },
    svg("defs", {}, arrowHead(id, ""), arrowHead(`${id}-marked`, "marked")),
  );
  edges.forEach((edge, index) =>
    drawing.append(edgeView(edge, layout.edge({ v: String(edge.from), w: String(edge.to), name: String(index) }), id)),
  );
  nodes.forEach((node, index) => drawing.append(nodeView(node, layout.node(String(index)), onSelect)));

  const { width = 1, height = 1 } = layout.graph();
  const view = zoomable(drawing, width, height);
  const left = graph.nodes.length - nodes.length;
  return h(
    "div",
    { class: "graph" },
    view,
    left > 0 && h("p", { class: "dim" }, `${left} more nodes are not drawn.`),
    h(
      "ul",
      { class: "sr-only" },
      edges.map((edge) => {
        const how = edge.label ? ` (${edge.label})` : "";
        return h("li", {}, `${nodes[edge.from].label} to ${nodes[edge.to].label}${how}`);
      }),
    ),
  );
}

function layOut(nodes: GraphNode[], edges: GraphEdge[]): dagre.graphlib.Graph {
  const layout = new dagre.graphlib.Graph({ multigraph: true });
  layout.setGraph({ rankdir: "TB", nodesep: 36, ranksep: 44, marginx: 12, marginy: 12 });
  nodes.forEach((node, index) => {
    const second = secondLine(node);
    const width = Math.max(textWidth(shortened(node.label), true), textWidth(second, false)) + 24;
    layout.setNode(String(index), { width: Math.max(width, 60), height: second ? 2 * LINE + 14 : LINE + 14 });
  });
  edges.forEach((edge, index) => {
    const label = shortened(edge.label ?? "");
    const size = label ? { width: textWidth(label, false) + 8, height: LINE, labelpos: "c" } : { width: 0, height: 0 };
    layout.setEdge(String(edge.from), String(edge.to), size, String(index));
  });
  dagre.layout(layout);
  return layout;
}

function secondLine(node: GraphNode): string {
  return placeText(node) || shortened(node.detail && node.detail !== node.label ? node.detail : "");
}

// Returns `Map.put(Object,int)` for `Map.put(java.lang.Object,int)`; a text that is too long is cut in the middle.
function shortened(text: string): string {
  text = text.replace(/\([^()]*\)$/, shortMethod);
  if (text.length <= LONGEST_LABEL) return text;
  const half = LONGEST_LABEL / 2 - 1;
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}

const canvas = document.createElement("canvas").getContext("2d");
function textWidth(text: string, code: boolean): number {
  if (!canvas) return text.length * 8;
  const style = getComputedStyle(document.documentElement);
  canvas.font = code ? `13px ${style.getPropertyValue("--mono")}` : `12px ${style.getPropertyValue("--sans")}`;
  return canvas.measureText(text).width;
}

function arrowHead(id: string, kind: string): SVGElement {
  return svg(
    "marker",
    {
      id,
      class: `arrow-head ${kind}`,
      viewBox: "0 0 8 8",
      refX: 7.5,
      refY: 4,
      markerWidth: 8,
      markerHeight: 8,
      orient: "auto",
    },
    svg("path", { d: "M0 0 8 4 0 8Z" }),
  );
}

function nodeView(node: GraphNode, at: Placed, onSelect: (node: GraphNode) => void): SVGElement {
  const second = secondLine(node);
  const linked = Boolean(node.file && node.line);
  const top = at.y - at.height / 2;
  return svg(
    "g",
    { class: `node${node.marked ? " marked" : ""}${linked ? " linked" : ""}`, onclick: () => linked && onSelect(node) },
    svg("title", {}, node.detail || node.label),
    svg("rect", { x: at.x - at.width / 2, y: top, width: at.width, height: at.height, rx: 6 }),
    svg("text", { class: "node-label", x: at.x, y: top + LINE + 3 }, shortened(node.label)),
    second && svg("text", { class: "node-detail", x: at.x, y: top + 2 * LINE + 3 }, second),
  );
}

// Returns a path through the points that dagre computed, with rounded corners.
function curve(points: Point[]): string {
  const [first, ...rest] = points;
  let path = `M${first.x} ${first.y}`;
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    if (!next) path += `L${point.x} ${point.y}`;
    else if (index === 0 && rest.length === 1) path += `L${point.x} ${point.y}`;
    else path += `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return path;
}

function edgeView(edge: GraphEdge, at: dagre.GraphEdge, arrow: string): SVGElement {
  const label = shortened(edge.label ?? "");
  const children: Child[] = [
    svg("path", { d: curve(at.points), "marker-end": `url(#${edge.marked ? `${arrow}-marked` : arrow})` }),
  ];
  if (label && at.x !== undefined && at.y !== undefined) {
    const width = textWidth(label, false) + 8;
    children.push(
      svg("rect", { class: "edge-ground", x: at.x - width / 2, y: at.y - LINE / 2, width, height: LINE, rx: 3 }),
      svg("text", { class: "edge-label", x: at.x, y: at.y + 4 }, svg("title", {}, edge.label), label),
    );
  }
  return svg("g", { class: `edge${edge.marked ? " marked" : ""}` }, children);
}

// Puts the drawing into a box as wide as the page, at first not enlarged; the rest can be scrolled to. Buttons and the
// wheel with Ctrl zoom, and dragging moves.
function zoomable(drawing: SVGSVGElement, width: number, height: number): HTMLElement {
  let scale = 1;
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const box = h("div", { class: "graph-box", tabindex: 0 }, drawing);
  const apply = (): void => {
    drawing.setAttribute("width", String(Math.ceil(width * scale)));
    drawing.setAttribute("height", String(Math.ceil(height * scale)));
  };
  // A very wide drawing would be too small to read.
  const fit = (): void => {
    scale = Math.max(0.35, Math.min(1, (box.clientWidth || 600) / width));
    apply();
  };
  // The point (x, y) of the box stays where it is.
  const zoom = (factor: number, x = box.clientWidth / 2, y = box.clientHeight / 2): void => {
    const before = scale;
    scale = Math.min(4, Math.max(0.1, scale * factor));
    apply();
    box.scrollLeft = ((box.scrollLeft + x) * scale) / before - x;
    box.scrollTop = ((box.scrollTop + y) * scale) / before - y;
  };
  box.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // it scrolls
      event.preventDefault();
      const at = box.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), event.clientX - at.left, event.clientY - at.top);
    },
    { passive: false },
  );
  // A finger scrolls by itself.
  drawing.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || !(event.buttons & 1)) return;
    if (!drawing.hasPointerCapture(event.pointerId)) drawing.setPointerCapture(event.pointerId);
    box.scrollLeft -= event.movementX;
    box.scrollTop -= event.movementY;
  });
  let fitted = 0;
  new ResizeObserver(() => {
    if (box.clientWidth === fitted) return;
    fitted = box.clientWidth;
    fit();
  }).observe(box);
  const button = (text: string, label: string, action: () => void): HTMLElement =>
    h("button", { type: "button", class: "small-button", "aria-label": label, title: label, onclick: action }, text);
  return h(
    "div",
    { class: "graph-frame" },
    h(
      "div",
      { class: "graph-buttons" },
      button("+", "Zoom in", () => zoom(1.25)),
      button("−", "Zoom out", () => zoom(0.8)),
      button("⤢", "As wide as the page", fit),
    ),
    box,
  );
}
