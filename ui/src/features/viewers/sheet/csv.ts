const separators = [',', ';', '\t', '|'];

/** The separator that occurs most in the first line, outside quotes. */
function separatorOf(text: string): string {
  const line = (/^.*$/m.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = separators.map((separator) => line.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Further cells of a row are left out: a file of nothing but separators would be millions of them. */
export const MAX_COLUMNS = 256;

/**
 * The rows of comma- or tab-separated values, at most MAX_COLUMNS cells each. Quoted cells may hold separators, doubled
 * quotes and line breaks.
 */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const { cell, end } = source[at] === '"' ? readQuoted(source, at + 1) : bare(source, at, separator);
    if (row.length < MAX_COLUMNS) row.push(cell);
    const next = source[end];
    at = end + (next === '\r' && source[end + 1] === '\n' ? 2 : 1);
    if (next === separator && at < source.length) continue;
    if (next === separator && row.length < MAX_COLUMNS) row.push('');
    rows.push(row);
    row = [];
  }
  return rows;
}

function bare(source: string, from: number, separator: string) {
  let end = from;
  while (end < source.length && source[end] !== separator && source[end] !== '\n' && source[end] !== '\r') end++;
  return { cell: source.slice(from, end), end };
}

/** Letters between the closing quote and the separator are left out. */
function readQuoted(source: string, from: number) {
  let cell = '';
  let end = from;
  for (; end < source.length; end++) {
    if (source[end] !== '"') cell += source[end];
    else if (source[end + 1] === '"') {
      cell += '"';
      end++;
    } else break;
  }
  return { cell, end: end + 1 };
}
