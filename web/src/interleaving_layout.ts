// Computes the positions of an interleaving's picture, in rows and lanes; interleaving.ts draws it.
//
//   time   T1                    T2
//    1     ┌ this
//          │ read balance ─────▶
//    2                           ┌ this
//                              ◀─│ write balance
//    3     ┌ this
//          │ write balance
//
// A lock is a bar along consecutive steps of a thread that all hold it. A step that acquires a lock begins a new bar,
// even if the step before it held a lock of that name.

import { Step, Thread } from "./data";

export interface PlacedStep {
  step: Step;
  lane: number;
  row: number; // from 0, one for each moment
}

export interface LockBar {
  name: string;
  lane: number;
  depth: number; // 0: the outermost
  first: number; // rows
  last: number;
}

export interface Layout {
  steps: PlacedStep[]; // in the order of time
  bars: LockBar[];
  rows: number;
  depths: number[]; // how many bars stand side by side, for each lane
}

// A step without a time directly follows the previous one of its thread.
function timesOf(threads: Thread[]): number[][] {
  let last = 0;
  return threads.map((thread) => {
    return thread.steps.map((step) => (last = step.time || last + 1));
  });
}

function barsOf(lane: PlacedStep[]): LockBar[] {
  const bars: LockBar[] = [];
  let open: LockBar[] = [];
  for (const { step, row, lane: number } of lane) {
    const still: LockBar[] = [];
    const innermost = step.locks.length - 1;
    step.locks.forEach((name, depth) => {
      const before = open[depth];
      const taken = step.role === "acquire" && depth === innermost;
      // A thread that acquires the outer lock again does not hold an inner one from before.
      const outer: LockBar | undefined = still[depth - 1];
      const goesOn = before?.name === name && !taken && (!outer || outer.first <= before.first);
      const bar = goesOn ? before : { name, lane: number, depth, first: row, last: row };
      if (!goesOn) bars.push(bar);
      bar.last = row;
      still.push(bar);
    });
    open = still;
  }
  return bars;
}

export function layOut(threads: Thread[]): Layout {
  const times = timesOf(threads);
  const placed = threads.flatMap((thread, lane) =>
    thread.steps.map((step, index) => ({ step, lane, time: times[lane][index], row: 0 })),
  );
  placed.sort((a, b) => a.time - b.time || a.lane - b.lane);
  // Steps of one moment would share a row; two of one thread never do.
  placed.forEach((step, index) => {
    const before = placed[index - 1];
    const together = before && before.time === step.time && before.lane !== step.lane;
    step.row = before ? before.row + (together ? 0 : 1) : 0;
  });
  const bars = threads.flatMap((_, lane) => barsOf(placed.filter((step) => step.lane === lane)));
  return {
    steps: placed,
    bars,
    rows: placed.length ? placed[placed.length - 1].row + 1 : 0,
    depths: threads.map((thread) => Math.max(0, ...thread.steps.map((step) => step.locks.length))),
  };
}
