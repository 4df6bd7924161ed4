import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areaIn } from './address';
import { result } from './evaluate';
import { functionNames } from './functions';
import type { Scope } from './operand';
import { FormulaReader } from './parse';
import { errors, isError, type Value } from './values';

/** What LibreOffice computed (`npm run formulas`), and the few values of Excel that are others, with the reasons. */
const linesOf = (name: string) =>
  readFileSync(`src/features/editors/sheet/formula/table/${name}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => line.split('\t'));

interface Case {
  readonly row: number;
  readonly column: number;
  readonly formula: string;
  readonly expected: string;
}

function place(name: string) {
  const area = areaIn(name);
  if (!area) throw new Error(name);
  return { row: area.top, column: area.left };
}

const excel = new Map(linesOf('excel.tsv').map(([formula = '', value = '']) => [formula, value]));
const cells = new Map<string, Value>();
const formulas = new Map<string, string>();
const cases: Case[] = [];
for (const [name = '', second = '', third] of linesOf('values.tsv')) {
  const { row, column } = place(name);
  if (third !== undefined) {
    cases.push({ row, column, formula: second, expected: excel.get(second) ?? third });
    continue;
  }
  const value = JSON.parse(second) as Value;
  const isFormula = typeof value === 'string' && value.startsWith('=');
  if (isFormula) formulas.set(`${row},${column}`, value.slice(1));
  cells.set(`${row},${column}`, isFormula ? (value === '=NA()' ? errors.na : errors.div) : value);
}

const extent = { rows: 40, columns: 30 };
const scopeOf = (row: number, column: number): Scope => ({
  sheet: 'one',
  row,
  column,
  value: (_sheet, y, x) => cells.get(`${y},${x}`) ?? null,
  each: (_sheet, { top, left, bottom, right }, take) => {
    for (let y = top; y <= Math.min(bottom, extent.rows); y++) {
      for (let x = left; x <= Math.min(right, extent.columns); x++) {
        const value = cells.get(`${y},${x}`) ?? null;
        if (value !== null) take(y, x, value);
      }
    }
  },
  extent: () => extent,
  sheetNamed: () => null,
  hidden: () => null,
  formula: (_sheet, y, x) => formulas.get(`${y},${x}`) ?? null,
  epoch: 0,
  now: () => new Date(2026, 10, 23, 12, 0, 0),
});

const reader = new FormulaReader();

function found({ formula, row, column }: Case): string {
  try {
    const value = result(reader.read(formula, row, column), scopeOf(row, column));
    return isError(value) ? value.code : JSON.stringify(value);
  } catch {
    return 'not read';
  }
}

/** Whether two values are the same to 1e-9; truth values are 1 and 0, and errors are errors but for #N/A and #DIV/0!. */
function isSame(expected: string, value: string): boolean {
  if (expected === value) return true;
  if (expected.startsWith('#')) return value.startsWith('#') && (expected === '#' || value === expected);
  if (value.startsWith('#') || value === 'not read') return false;
  if (expected === '""' || value === '""') return expected === 'null' || value === 'null';
  const [a, b] = [expected, value].map((text) =>
    Number(JSON.parse(text === 'true' ? '1' : text === 'false' ? '0' : text)),
  );
  if (a === undefined || b === undefined || value.startsWith('"') !== expected.startsWith('"')) return false;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-3);
}

const calls = (formula: string) => [...formula.matchAll(/([A-Z][A-Z0-9.]*)\(/g)].map(([, name = '']) => name);

/** Functions of the table whose value is not sure to nine digits: their formulas keep the value of the file. */
const notOffered = ['BESSELK'];
const isOffered = ({ formula }: Case) => !calls(formula).some((name) => notOffered.includes(name));

test('every function that is offered is in the table, and every other one in the list of those that are not', () => {
  const seen = new Set(cases.flatMap(({ formula }) => calls(formula)));
  const changing = new Set(['NOW', 'TODAY', 'RAND', 'RANDBETWEEN']);
  expect(functionNames.filter((name) => !seen.has(name) && !changing.has(name))).toEqual([]);
  expect([...seen].filter((name) => !functionNames.includes(name))).toEqual(notOffered);
});

test('functions give the values of LibreOffice and Excel, with references, ranges, blanks, texts and errors', () => {
  const other = cases
    .filter(isOffered)
    .map((one) => ({ ...one, value: found(one) }))
    .filter(({ expected, value }) => !isSame(expected, value))
    .map(({ formula, expected, value, row }) => `${formula} (row ${row}): ${value}, not ${expected}`);
  expect(cases.length).toBeGreaterThan(5000);
  expect(other).toEqual([]);
  const known = new Set(cases.map(({ formula }) => formula));
  expect([...excel.keys()].filter((formula) => !known.has(formula))).toEqual([]);
  expect(excel.size / cases.length).toBeLessThan(0.025);
});
