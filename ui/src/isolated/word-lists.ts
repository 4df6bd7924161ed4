import { child, childrenOf, isOn, value } from './word-elements';

interface Level {
  readonly start: number;
  readonly format: string;
  readonly text: string;
  readonly legal: boolean;
  readonly suffix: string;
  readonly style: string | null;
  /** The level whose items begin this one anew; 0 when none does. */
  readonly restart: number | null;
}

interface List {
  readonly source: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly starts: ReadonlyMap<number, number>;
}

const LEVELS = 9;
/** Letters of a marker, which is written for each item; Word takes 31. */
const MOST = 64;

const numberOf = (element: Element | null, otherwise: number) => {
  const text = value(element);
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
};

function levelOf(element: Element): Level {
  const restart = child(element, 'lvlRestart');
  return {
    start: numberOf(child(element, 'start'), 0),
    format: value(child(element, 'numFmt')) ?? 'decimal',
    text: (value(child(element, 'lvlText')) ?? '').slice(0, MOST),
    legal: isOn(child(element, 'isLgl')) === true,
    suffix: value(child(element, 'suff')) ?? 'tab',
    style: value(child(element, 'pStyle')),
    restart: restart ? numberOf(restart, 0) : null,
  };
}

const indexOf = (element: Element) => Number(value(element, 'ilvl') ?? 0);

const levelsOf = (element: Element) =>
  new Map(childrenOf(element, 'lvl').map((one) => [indexOf(one), levelOf(one)] as const));

function roman(n: number): string {
  const signs: readonly (readonly [number, string])[] = [
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ];
  let left = Math.min(n, 3999);
  let text = '';
  for (const [size, sign] of signs) {
    for (; left >= size; left -= size) text += sign;
  }
  return text;
}

/** Letters of an alphabet, doubled after its end as Word does: y, z, aa, bb. */
const lettered = (alphabet: string) => (n: number) => {
  const letters = Array.from(alphabet);
  const letter = letters[(n - 1) % letters.length] ?? '';
  return letter.repeat(Math.min(Math.ceil(n / letters.length), 20));
};

const digits = (zero: string) => (n: number) =>
  String(n).replaceAll(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)));

const latin = lettered('abcdefghijklmnopqrstuvwxyz');

/** ST_NumberFormat of ECMA-376, 17.18.59; others are written in digits. */
const FORMATS: Readonly<Record<string, (n: number) => string>> = {
  decimalZero: (n) => String(n).padStart(2, '0'),
  lowerLetter: latin,
  upperLetter: (n) => latin(n).toUpperCase(),
  lowerRoman: roman,
  upperRoman: (n) => roman(n).toUpperCase(),
  hindiNumbers: digits('٠'),
  arabicAlpha: lettered('أبتثجحخدذرزسشصضطظعغفقكلمنهوي'),
  arabicAbjad: lettered('أبجدهوزحطيكلمنسعفصقرشتثخذضظغ'),
  none: () => '',
};

const persian = digits('۰');

function formatted(n: number, format: string, isRtl: boolean): string {
  const write = FORMATS[format];
  if (write && n > 0) return write(n);
  return isRtl ? persian(n) : String(n);
}

/** The number or sign before an item of a list. */
export interface Marker {
  readonly text: string;
  /** Between it and the text: tab, space or nothing. */
  readonly suffix: string;
}

/** Numbers the items of the lists of a document, which it is asked for in their order. */
export class Lists {
  readonly #lists = new Map<string, List>();
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  constructor(xml: Document | null) {
    const root = xml?.documentElement;
    const sources = new Map(childrenOf(root, 'abstractNum').map((one) => [value(one, 'abstractNumId') ?? '', one]));
    const byStyle = new Map(
      [...sources]
        .map(([id, one]) => [value(child(one, 'styleLink')), id] as const)
        .filter(([style]) => style !== null),
    );
    for (const list of childrenOf(root, 'num')) {
      const named = value(child(list, 'abstractNumId')) ?? '';
      const link = value(child(sources.get(named), 'numStyleLink'));
      const source = (link !== null && byStyle.get(link)) || named;
      const own = sources.get(source);
      if (!own) continue;
      const levels = levelsOf(own);
      const starts = new Map<number, number>();
      for (const change of childrenOf(list, 'lvlOverride')) {
        const level = child(change, 'lvl');
        if (level) levels.set(indexOf(change), levelOf(level));
        const start = child(change, 'startOverride');
        if (start) starts.set(indexOf(change), numberOf(start, 0));
      }
      this.#lists.set(value(list, 'numId') ?? '', { source, levels, starts });
    }
  }

  /** The level of a list that paragraphs of a style belong to. */
  levelOfStyle(list: string, style: string | null): number | null {
    for (const [level, one] of this.#lists.get(list)?.levels ?? [])
      if (one.style !== null && one.style === style) return level;
    return null;
  }

  next(id: string, level: number, isRtl: boolean): Marker | null {
    const list = this.#lists.get(id);
    const own = list?.levels.get(level);
    if (!list || !own || level >= LEVELS) return null;
    const counts = this.#counts.get(list.source) ?? [];
    this.#counts.set(list.source, counts);
    const start = list.starts.get(level);
    const first = `${id} ${level}`;
    if (start !== undefined && !this.#begun.has(first)) counts[level] = undefined;
    this.#begun.add(first);
    counts[level] = (counts[level] ?? (start ?? own.start) - 1) + 1;
    for (let below = level + 1; below < LEVELS; below += 1) {
      const restart = list.levels.get(below)?.restart ?? null;
      if (restart === null || (restart > 0 && level < restart)) counts[below] = undefined;
    }
    return { text: this.#write(list, own, counts, isRtl).slice(0, MOST), suffix: own.suffix };
  }

  #write(list: List, own: Level, counts: readonly (number | undefined)[], isRtl: boolean): string {
    if (own.format === 'bullet') return own.text;
    return own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const { start = 1, format = 'decimal' } = list.levels.get(at) ?? {};
      return formatted(counts[at] ?? start, own.legal ? 'decimal' : format, isRtl);
    });
  }
}
