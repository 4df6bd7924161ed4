import type { Fn } from './operand';
import { complex } from './complex';
import { dates } from './dates';
import { distributions } from './distributions';
import { engineering } from './engineering';
import { finance } from './finance';
import { logic } from './logic';
import { lookups } from './lookup';
import { math } from './math';
import { moreMath } from './more-math';
import { samples } from './samples';
import { stats } from './stats';
import { text } from './text';
import { conversions } from './units';

const all = new Map<string, Fn>(
  Object.entries({
    ...math,
    ...moreMath,
    ...stats,
    ...samples,
    ...distributions,
    ...finance,
    ...engineering,
    ...complex,
    ...conversions,
    ...text,
    ...dates,
    ...lookups,
    ...logic,
  }),
);

export const functionNamed = (name: string): Fn | undefined => all.get(name);

const lazy = ['IF', 'IFERROR', 'IFNA', 'IFS', 'SWITCH', 'CHOOSE'];

/** The names of all functions, in order. */
export const functionNames: readonly string[] = [...all.keys(), ...lazy].sort();

/** Functions whose value changes without a change of what they read. */
export const volatile: ReadonlySet<string> = new Set(['NOW', 'TODAY', 'RAND', 'RANDBETWEEN', 'OFFSET', 'INDIRECT']);
