import type { Chart } from './chart-read';

/** Where the values of an axis stand. */
export interface Scale {
  readonly least: number;
  readonly most: number;
  readonly ticks: readonly number[];
}

/** An axis over the values, with about so many steps of round numbers. */
export function scaleOf(values: readonly number[], steps: number, fromZero: boolean): Scale {
  let least = fromZero ? 0 : Infinity;
  let most = fromZero ? 0 : -Infinity;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (!(least < most)) {
    const only = Number.isFinite(least) ? least : 0;
    [least, most] = [Math.min(0, only), Math.max(only, only === 0 ? 1 : 0)];
  }
  // What is far from zero and close together is not measured from zero.
  if (!fromZero && least > 0 && least < (most - least) * 5) least = 0;
  const rough = (most - least) / Math.max(2, steps);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((one) => one * power >= rough) ?? 10) * power;
  const [from, to] = [Math.floor(least / step + 1e-9), Math.ceil(most / step - 1e-9)];
  const ticks = Array.from({ length: Math.min(40, to - from + 1) }, (_, at) =>
    Number(((from + at) * step).toPrecision(12)),
  );
  return { least: from * step, most: to * step, ticks };
}

/** A number as the format of a chart writes it: percent, thousands and decimals. */
export function numberText(value: number, format: string, isPersian: boolean): string {
  const isPercent = format.includes('%');
  const decimals = /\.(0+)/.exec(format)?.[1]?.length;
  const isGeneral = !/[0#]/.test(format);
  const locale = isPersian ? 'fa-IR' : 'en';
  const digits = isGeneral
    ? { maximumFractionDigits: 6 }
    : { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 0 };
  const shown = (isPercent ? value * 100 : value).toLocaleString(locale, {
    ...digits,
    useGrouping: format.includes(','),
  });
  return isPercent ? `${shown}${isPersian ? '٪' : '%'}` : shown;
}

/** Whether the first letter of a text is written from the right. */
export const isRtl = (text: string): boolean => /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufefc]/u.test(text);

type Written = Pick<Chart, 'title' | 'categories' | 'series' | 'write'>;

/** Writes the numbers of a chart by the rule of those around it, or in the digits of its texts. */
export function writerOf({ title, categories, series, write }: Written): (value: number, format: string) => string {
  if (write) return write;
  const isPersian = [title, ...categories, ...series.map(({ name }) => name)].some(isRtl);
  return (value, format) => numberText(value, format, isPersian);
}
