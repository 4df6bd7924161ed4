import type { Fn } from './operand';
import { dates } from './dates';
import { library } from './library';
import { logic } from './logic';
import { lookups } from './lookup';
import { math } from './math';
import { stats } from './stats';
import { text } from './text';

const all = new Map<string, Fn>(
  Object.entries({ ...library, ...math, ...stats, ...text, ...dates, ...lookups, ...logic }),
);

export const functionNamed = (name: string): Fn | undefined => all.get(name);

const lazy = ['IF', 'IFERROR', 'IFNA', 'IFS', 'SWITCH', 'CHOOSE'];

/** The names of all functions, in order. */
export const functionNames: readonly string[] = [...all.keys(), ...lazy].sort();

/** Functions whose value changes without a change of what they read. */
export const volatile: ReadonlySet<string> = new Set(['NOW', 'TODAY', 'RAND', 'RANDBETWEEN', 'OFFSET', 'INDIRECT']);
