import { useLayoutEffect, useState, type ReactNode } from 'react';

/** A page in the background draws nothing: what waits for its picture goes on after this time, in ms. */
const LONGEST = 100;

/** An input has come whose answer is not painted yet. */
let answering = false;
let waiting: (() => void)[] = [];

function run(): void {
  answering = false;
  const due = waiting;
  waiting = [];
  for (const work of due) work();
}

function begin(event: Event): void {
  // The next input finds everything that the one before it has asked for.
  if (event.type === 'keydown' || event.type === 'pointerdown') run();
  if (answering) return;
  answering = true;
  const late = setTimeout(run, LONGEST);
  requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(run);
  });
}

for (const type of ['keydown', 'pointerdown', 'click', 'dblclick', 'contextmenu']) {
  addEventListener(type, begin, { capture: true });
}

/**
 * Runs `work` once the first answer to the user's input is painted: a pressed button, a chosen row. At once when no input waits
 * for its answer. An input that comes earlier finds the work done.
 */
export function afterPaint(work: () => void): void {
  if (answering) waiting.push(work);
  else work();
}

/** Draws its content anew only after the paint that answers an input: for what accompanies the answer. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [drawn, setDrawn] = useState(children);
  useLayoutEffect(() => {
    let current = true;
    afterPaint(() => current && setDrawn(children));
    return () => {
      current = false;
    };
  }, [children]);
  return answering ? drawn : children;
}
