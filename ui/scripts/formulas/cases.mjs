/** The cells that the cases read, and the cases that are made of the samples. Cells and tables are those of `npm run formulas`. */
import { readFileSync } from 'node:fs';

export const table = new URL('../../src/features/editors/sheet/formula/table/', import.meta.url);

const columns = {
  B: [2, 5, 3, 8, 1.5, 4],
  C: [1, 2, 4, 7, 9, 10],
  // A truth value in a range counts for LibreOffice, and not for Excel: it stands in a column of its own.
  D: [4, null, 'text', 3, 6, '7'],
  E: [0.1, 0.2, 0.3, 0.4],
  F: ['Tehran', 'Shiraz', 'تبریز', 'tehran', 'abc', 'Tabas'],
  G: [45_000, 45_031, 45_061, 46_349, 36_526, 61],
  H: [-1000, 300, 400, 500, 200],
  I: [45_000, 45_100, 45_300, 45_500, 46_000],
  J: ['=NA()', '=1/0'],
  // Blank, a text, a number as a text, truth values, an error, 0 and a number below it.
  K: [null, 'abc', '3', true, false, '=NA()', 0, -1],
  L: [10, 20, 30, 40, 50],
  M: ['a', 'b', 'c', 'd', 'e'],
  N: [4, true, 6],
};

/** Rows of formulas beside the cells, so that each row of a range is that of some formula. */
export const ROWS = 40;
const FIRST_COLUMN = 40;

/** The parts between the commas of a list of arguments. */
function partsOf(text) {
  const parts = [''];
  let [depth, quoted] = [0, false];
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    if (!quoted && '({'.includes(sign)) depth++;
    if (!quoted && ')}'.includes(sign)) depth--;
    if (sign === ',' && depth === 0 && !quoted) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

const LITERAL = /^(?:-?[\d.]+|"[^"]*"|TRUE|FALSE)$/;
const RANGE = /^([A-Z])(\d)(?::[A-Z]\d)?$/;

const named = (names) => new RegExp(`^(?:${names.replaceAll('.', '\\.').split(/\s+/).join('|')})$`);

/** LibreOffice takes a truth value in a cell for a number, in ranges and as text. */
const noTruth =
  named(`SUM SUMSQ PRODUCT AVERAGE AVEDEV COUNT DEVSQ GCD GEOMEAN HARMEAN KURT LCM MAX MEDIAN MIN MODE MODE.SNGL
  MULTINOMIAL NPV SKEW STDEV VAR BIN2DEC BIN2HEX BIN2OCT CLEAN CODE CONCAT CONCATENATE DECIMAL HEX2BIN HEX2DEC HEX2OCT HLOOKUP VLOOKUP
  IMABS IMAGINARY IMARGUMENT IMCONJUGATE IMDIV IMPRODUCT IMREAL IMSUB IMSUM ISNUMBER LEFT LEN LOWER MID NUMBERVALUE OCT2BIN OCT2DEC
  OCT2HEX PROPER REPLACE REPT RIGHT SUBSTITUTE SWITCH TEXT TEXTJOIN TRIM TYPE UNICODE UPPER VALUE AVERAGEIFS COUNTIFS MAXIFS MINIFS
  SUMIFS`);

/** Days before March of 1900 have other dates in LibreOffice. */
const noEarly = named(`DATE DAY DAYS360 EDATE EOMONTH MONTH WEEKNUM YEAR YEARFRAC`);

/** Here only a range may stand, and errors among criteria are counted. */
const onlyRanges = named(
  `AVERAGEIF AVERAGEIFS COLUMNS COUNTBLANK COUNTIF COUNTIFS ISFORMULA LOOKUP MATCH MAXIFS MINIFS ROWS SUMIF SUMIFS`,
);

function scalars(name, part) {
  const isFlag = part === 'TRUE' || part === 'FALSE';
  return [
    ...(noEarly.test(name) ? [] : ['K1']),
    'K2',
    // Excel does not read a truth value in a text.
    ...(isFlag || noEarly.test(name) ? [] : ['K3']),
    ...(noTruth.test(name) || noEarly.test(name) ? [] : ['K4']),
    ...(onlyRanges.test(name) ? [] : ['K6', 'C1:C6']),
  ];
}

/** The samples with other things in the place of each argument. */
function varied(sample, referenceTo) {
  const [, name, inner] = /^([A-Z0-9.]+)\((.*)\)$/s.exec(sample);
  const parts = inner === '' ? [] : partsOf(inner);
  const found = [sample];
  if (parts.some((part) => LITERAL.test(part)))
    found.push(`${name}(${parts.map((part) => (LITERAL.test(part) ? referenceTo(part) : part)).join(',')})`);
  parts.forEach((part, at) => {
    const range = RANGE.exec(part);
    const others = range
      ? ['D1:D6', ...(onlyRanges.test(name) ? [] : [`${range[1]}${range[2]}`, 'K1', 'K2', '3', 'K6'])]
      : scalars(name, part);
    if (!range && !LITERAL.test(part)) return;
    for (const other of others) found.push(`${name}(${parts.with(at, other).join(',')})`);
  });
  return found;
}

function letters(number) {
  let name = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** All cells by their names, and all cases with their places. */
export function casesOf() {
  const cells = new Map();
  for (const [column, values] of Object.entries(columns)) {
    values.forEach((value, at) => value !== null && cells.set(`${column}${at + 1}`, value));
  }
  const known = new Map();
  const referenceTo = (literal) => {
    let name = known.get(literal);
    if (!name) {
      const at = known.size;
      name = `${letters(15 + Math.floor(at / ROWS))}${(at % ROWS) + 1}`;
      known.set(literal, name);
      cells.set(
        name,
        literal.startsWith('"')
          ? literal.slice(1, -1)
          : literal === 'TRUE' || literal === 'FALSE'
            ? literal === 'TRUE'
            : Number(literal),
      );
    }
    return name;
  };
  const formulas = new Set();
  for (const line of readFileSync(new URL('samples.txt', table), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('=')) formulas.add(line.slice(1));
    else if (!/^[A-Z0-9.]+\(.*\)$/.test(line)) throw new Error(`no sample: ${line}`);
    else for (const formula of varied(line, referenceTo)) formulas.add(formula);
  }
  const cases = [...formulas].map((formula, at) => {
    const [row, column] = [(at % ROWS) + 1, FIRST_COLUMN + Math.floor(at / ROWS)];
    return { formula, row, column, name: `${letters(column)}${row}` };
  });
  return { cells, cases };
}
