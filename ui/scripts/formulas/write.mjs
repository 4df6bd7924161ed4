/** Computes the table of functions anew with LibreOffice: `npm run formulas`. With --check it only compares, where LibreOffice is. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { casesOf, table } from './cases.mjs';
import { computed } from './office.mjs';

const checks = process.argv.includes('--check');

/** Errors are all the same but for two: LibreOffice has others than Excel. */
const written = (value) => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return value.error === '#N/A' || value.error === '#DIV/0!' ? value.error : '#';
};

/** Numbers of a line to nine digits. */
const close = (line) =>
  line.replaceAll(/-?\d+\.\d{9,}(?:e[+-]\d+)?/g, (number) => String(Number(Number(number).toPrecision(9))));

if (spawnSync('soffice', ['--version']).error) {
  console.log('LibreOffice is not installed: the table of functions stays as it is.');
  process.exit(checks ? 0 : 1);
}
const all = casesOf();
const values = computed(all);
const lines = [
  ...[...all.cells].map(([name, value]) => `${name}\t${JSON.stringify(value)}`),
  '',
  ...all.cases.map(({ name, formula }, at) => `${name}\t${formula}\t${written(values[at])}`),
  '',
];
const file = new URL('values.tsv', table);
if (!checks) {
  writeFileSync(file, lines.join('\n'));
  console.log(`${all.cases.length} cases`);
} else {
  const before = new Set(readFileSync(file, 'utf8').split('\n'));
  const known = new Set([...before].map(close));
  const other = lines.filter((line) => !known.has(close(line)));
  for (const line of other) console.log(line);
  console.log(`${all.cases.length} cases, ${other.length} with another value than in the table`);
  // Each version of LibreOffice knows a few functions more.
  process.exit(other.length > all.cases.length / 100 ? 1 : 0);
}
