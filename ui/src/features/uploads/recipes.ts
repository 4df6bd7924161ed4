import { partRange } from './chunks';
import type { Stretch } from './plan-changes';

export const RECIPE_TYPE = 'application/vnd.anbar.recipe';

const MIB = 1024 * 1024;
/** The server takes 4 MiB. */
const MAX_BODY = 4 * MIB;
/** The server fills 256 MiB by one recipe; less shows progress sooner. */
const MAX_FILLS = 256 * MIB;
const USUAL_FILLS = 64 * MIB;
/** Shorter copies are refused, and cost more than their bytes. */
const MIN_COPY = 4096;
const COPY_HEADER = 13;
const LITERAL_HEADER = 5;

/** An operation of a recipe: bytes of the base version, or those of the file at `at` when `from` is -1. */
interface Operation {
  readonly from: number;
  readonly at: number;
  readonly length: number;
}

/** Parts of an upload that one recipe fills. */
export interface Recipe {
  readonly first: number;
  readonly parts: number;
  readonly operations: readonly Operation[];
  readonly copied: number;
}

/** The recipes for those of the missing parts of which the base version has something; the others are sent as they are. */
export function planRecipes(
  plan: readonly Stretch[],
  missing: readonly number[],
  chunkSize: number,
  length: number,
): Recipe[] {
  if (chunkSize > MAX_FILLS) return [];
  const cut = cutter(plan);
  const recipes: Recipe[] = [];
  let open: { first: number; parts: number; operations: Operation[]; body: number; fills: number } | null = null;
  const close = () => {
    if (open) recipes.push({ ...open, copied: sum(open.operations.filter(({ from }) => from >= 0)) });
    open = null;
  };
  for (const n of missing) {
    const [from, to] = partRange(n, chunkSize, length);
    const operations = cut(from, to);
    const body = bodySize(operations);
    const copied = sum(operations.filter(({ from: base }) => base >= 0));
    if (
      open &&
      (n !== open.first + open.parts || open.body + body > MAX_BODY || open.fills + to - from > USUAL_FILLS)
    ) {
      close();
    }
    if (copied === 0 || body > MAX_BODY) close();
    else {
      open ??= { first: n, parts: 0, operations: [], body: 0, fills: 0 };
      open.operations.push(...operations);
      open.parts++;
      open.body += body;
      open.fills += to - from;
    }
  }
  close();
  return recipes;
}

/** Cuts ranges, each behind the one before, out of a plan. */
function cutter(plan: readonly Stretch[]): (from: number, to: number) => Operation[] {
  let i = 0;
  /** Where stretch `i` begins in the file. */
  let start = 0;
  return (from, to) => {
    const operations: Operation[] = [];
    for (;;) {
      const stretch = plan[i];
      if (!stretch) break;
      const begin = Math.max(start, from);
      const end = Math.min(start + stretch.length, to);
      if (end > begin) {
        const isCopy = stretch.from >= 0 && end - begin >= MIN_COPY;
        const last = operations.at(-1);
        if (!isCopy && last?.from === -1) {
          operations[operations.length - 1] = { ...last, length: last.length + end - begin };
        } else {
          const base = isCopy ? stretch.from + begin - start : -1;
          operations.push({ from: base, at: begin, length: end - begin });
        }
      }
      if (start + stretch.length > to) break;
      start += stretch.length;
      i++;
    }
    return operations;
  };
}

function bodySize(operations: readonly Operation[]): number {
  return operations.reduce((size, { from, length }) => size + (from >= 0 ? COPY_HEADER : LITERAL_HEADER + length), 0);
}

function sum(operations: readonly Operation[]): number {
  return operations.reduce((total, { length }) => total + length, 0);
}

/** The body of the call. */
export function recipeBody(recipe: Recipe, file: Blob): Blob {
  const pieces = recipe.operations.flatMap(({ from, at, length }): BlobPart[] => {
    const isCopy = from >= 0;
    const head = new DataView(new ArrayBuffer(isCopy ? COPY_HEADER : LITERAL_HEADER));
    head.setUint8(0, isCopy ? 1 : 2);
    if (isCopy) head.setBigUint64(1, BigInt(from), true);
    head.setUint32(isCopy ? 9 : 1, length, true);
    return isCopy ? [head.buffer] : [head.buffer, file.slice(at, at + length)];
  });
  return new Blob(pieces);
}
