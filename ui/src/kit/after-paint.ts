import { useLayoutEffect, useState, type ReactNode } from 'react';

/** A page in the background draws nothing: what waits for its picture goes on after this time, in ms. */
const LONGEST = 100;

/** An input has come whose answer is not painted yet. */
let answering = false;
let waiting: (() => void)[] = [];
/** Where the pointer was pressed that is still down. */
let pressed: Node | null = null;
let afterRelease: (() => void)[] = [];

function runAll(): void {
  answering = false;
  const due = waiting;
  waiting = [];
  for (const work of due) work();
}

/** One after the other, so that an input in between does not wait for all of them. */
function runNext(): void {
  if (answering) return; // they follow that paint
  try {
    waiting.shift()?.();
  } finally {
    if (waiting.length > 0) setTimeout(runNext);
  }
}

function begin(event: Event): void {
  // The next input finds everything that the one before it has asked for.
  if (event.type === 'keydown' || event.type === 'pointerdown') runAll();
  if (answering) return;
  answering = true;
  const late = setTimeout(runAll, LONGEST);
  requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(() => {
      answering = false;
      runNext();
    });
  });
}

function release(event: Event): void {
  pressed = null;
  const due = afterRelease;
  afterRelease = [];
  if (due.length > 0) begin(event);
  waiting.push(...due);
}

for (const type of ['keydown', 'pointerdown', 'click', 'dblclick', 'contextmenu']) {
  addEventListener(type, begin, { capture: true });
}
addEventListener(
  'pointerdown',
  ({ target }) => {
    pressed = target instanceof Node ? target : null;
  },
  { capture: true },
);
for (const type of ['pointerup', 'pointercancel']) addEventListener(type, release, { capture: true });

/**
 * Runs `work` once the first answer to the user's input is painted: a pressed button, a chosen row. At once when no input waits
 * for its answer. An input that comes earlier finds the work done.
 */
export function afterPaint(work: () => void): void {
  if (answering || waiting.length > 0) waiting.push(work);
  else work();
}

/**
 * Runs `work` once a press on `place` that goes on has ended and its answer is painted; at once when it is not pressed. For what the
 * press did not ask for: to let go does not wait for it.
 */
export function afterPress(place: Element | null, work: () => void): void {
  if (place?.contains(pressed)) afterRelease.push(work);
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
