/** A stretch of a sequence that stayed, is gone, or is new. */
export interface Run<T> {
  readonly kind: 'same' | 'gone' | 'new';
  readonly items: readonly T[];
}

/** So many differences are looked for; sequences with more count as wholly different in between. */
const BOUND = 600;

/** The shortest way from one sequence to another. Its work is bounded by the length and BOUND². */
export function diff(before: readonly string[], after: readonly string[], bound = BOUND): Run<string>[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const a = before.slice(head, before.length - tail);
  const b = after.slice(head, after.length - tail);
  return joinRuns([
    { kind: 'same', items: before.slice(0, head) },
    ...(shortest(a, b, bound) ?? [{ kind: 'gone', items: a } as const, { kind: 'new', items: b } as const]),
    { kind: 'same', items: before.slice(before.length - tail) },
  ]);
}

/** The algorithm of Myers; null when there are more than `bound` differences. */
function shortest(a: readonly string[], b: readonly string[], bound: number): Run<string>[] | null {
  const most = Math.min(a.length + b.length, bound);
  const middle = most + 1;
  // The furthest x on each diagonal, after each number of differences.
  const reach = new Int32Array(2 * middle + 1);
  const past: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    past.push(reach.slice(middle - d - 1, middle + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(reach, middle + k - 1) < at(reach, middle + k + 1));
      let x = down ? at(reach, middle + k + 1) : at(reach, middle + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, past);
    }
  }
  return null;
}

const at = (row: Int32Array, index: number) => row[index] ?? 0;

function walkBack(a: readonly string[], b: readonly string[], past: readonly Int32Array[]): Run<string>[] {
  const runs: Run<string>[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = past.length - 1; d >= 0; d--) {
    const row = past[d] ?? new Int32Array();
    const own = d + 1;
    const k = x - y;
    const down = k === -d || (k !== d && at(row, own + k - 1) < at(row, own + k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : at(row, own + fromK);
    const fromY = d === 0 ? 0 : fromX - fromK;
    const begin = d === 0 ? 0 : down ? fromX : fromX + 1;
    runs.push({ kind: 'same', items: a.slice(begin, x) });
    if (d > 0)
      runs.push(
        down ? { kind: 'new', items: b.slice(fromY, fromY + 1) } : { kind: 'gone', items: a.slice(fromX, fromX + 1) },
      );
    x = fromX;
    y = fromY;
  }
  return runs.toReversed();
}

/** Puts neighbours of one kind together, what is gone before what is new. */
function joinRuns(runs: readonly Run<string>[]): Run<string>[] {
  const whole: Run<string>[] = [];
  let gone: string[] = [];
  let fresh: string[] = [];
  const flush = () => {
    if (gone.length > 0) whole.push({ kind: 'gone', items: gone });
    if (fresh.length > 0) whole.push({ kind: 'new', items: fresh });
    gone = [];
    fresh = [];
  };
  for (const { kind, items } of runs) {
    if (items.length === 0) continue;
    // One by one: there may be more than a call may have arguments.
    if (kind === 'gone') for (const item of items) gone.push(item);
    else if (kind === 'new') for (const item of items) fresh.push(item);
    else {
      flush();
      const last = whole.at(-1);
      if (last?.kind === 'same') whole[whole.length - 1] = { kind, items: [...last.items, ...items] };
      else whole.push({ kind, items });
    }
  }
  flush();
  return whole;
}
