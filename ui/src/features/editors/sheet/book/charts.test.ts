import { expect, test } from 'vitest';
import { Book, newSheet, PLAIN, put } from './book';
import { apply } from './change';
import { newChart, withCells } from './charts';

const shown = (cell: { value: unknown }) => String(cell.value);

function made(rows: readonly (readonly (string | number | null)[])[], name = 'One') {
  const sheet = newSheet('one', name, { rtl: true });
  rows.forEach((line, y) => line.forEach((value, x) => put(sheet, y + 1, x + 1, { value, look: PLAIN })));
  const area = { top: 1, left: 1, bottom: rows.length, right: rows[0]?.length ?? 1 };
  return { book: new Book([sheet]), sheet, area };
}

const sales = [
  ['ماه', 'فروش', 'شرح', 'سود'],
  ['مهر', 12, 'x', 3],
  ['آبان', 9, 'y', null],
];

test('heads name the values, the first column what they are of, and columns without numbers are left out', () => {
  const { book, sheet, area } = made(sales, "It's");
  const drawing = newChart(sheet, area, 'column', { chart: 'Chart', shown });
  expect(drawing?.chart).toMatchObject({ names: "'It''s'!$A$2:$A$3", legend: 'b', reversed: true });
  expect(drawing?.chart.series.map(({ name, from }) => [name, from])).toEqual([
    ['فروش', "'It''s'!$B$2:$B$3"],
    ['سود', "'It''s'!$D$2:$D$3"],
  ]);
  if (!drawing) throw new Error('no chart');
  const now = withCells(book, drawing.chart, shown);
  expect([now.categories, now.series.map(({ values }) => values)]).toEqual([
    ['مهر', 'آبان'],
    [
      [12, 9],
      [3, null],
    ],
  ]);
  expect(newChart(sheet, area, 'pie', { chart: 'Chart', shown })?.chart).toMatchObject({ title: 'فروش', legend: 'b' });
  expect(newChart(sheet, { ...area, right: 1 }, 'line', { chart: 'Chart', shown })).toBeNull();
  const plain = made([[1, 2]]);
  expect(newChart(plain.sheet, plain.area, 'line', { chart: 'Chart', shown })?.chart.series).toHaveLength(2);
});

test('a chart is told with the values of its cells, moves with rows, and goes by undoing', () => {
  const { book, sheet, area } = made(sales);
  const drawing = newChart(sheet, area, 'line', { chart: 'Chart', shown });
  const { ops, inverse } = apply(book, { kind: 'charts', sheet: 'one', drawings: drawing ? [drawing] : [], shown });
  expect(ops).toMatchObject([
    {
      op: 'chart',
      chart: {
        name: 'Chart 1',
        kind: 'line',
        from: [0, 5],
        rtl: true,
        names: { f: 'One!$A$2:$A$3', texts: ['مهر', 'آبان'] },
        series: [
          { name: { f: 'One!$B$1', texts: ['فروش'] }, f: 'One!$B$2:$B$3', values: [12, 9] },
          { values: [3, null] },
        ],
      },
    },
  ]);
  apply(book, { kind: 'shift', sheet: 'one', axis: 'rows', way: 'insert', at: 2, count: 3 });
  expect(sheet.drawings[0]).toMatchObject({ from: { r: 1 }, chart: { names: 'One!$A$5:$A$6' } });
  apply(book, { kind: 'rename', sheet: 'one', name: 'دو' });
  expect(sheet.drawings[0]?.chart.series[0]?.from).toBe('دو!$B$5:$B$6');
  apply(book, { kind: 'hide', sheet: 'one', axis: 'rows', numbers: [5], hidden: true });
  expect(withCells(book, sheet.drawings[0]?.chart ?? { categories: [], series: [] }, shown).categories).toEqual([
    'آبان',
  ]);
  for (const change of inverse)
    expect(apply(book, change).ops).toEqual([{ op: 'unchart', sheet: 'one', name: 'Chart 1' }]);
  expect(sheet.drawings).toEqual([]);
});

test('points and names follow their cells, and dates of the file keep their format where cells are not known', () => {
  const { book } = made(sales);
  const series = { plot: 'scatter', values: [1], from: 'One!$B$2:$B$3', head: 'One!$B$1' };
  const chart = { categories: ['46349'], shape: 'yyyy', series: [{ ...series, across: [9], along: 'One!$D$2:$D$3' }] };
  const now = withCells(book, chart, shown);
  expect(now.series[0]).toMatchObject({ values: [12, 9], across: [3, null], name: 'فروش' });
  expect([now.categories, now.shape]).toEqual([['46349'], 'yyyy']);
  const lost = { ...chart, series: [{ ...series, across: [9] }] };
  expect(withCells(book, lost, shown).series[0]).toMatchObject({ values: [1], across: [9] });
  expect(withCells(book, { ...chart, names: 'One!$A$2:$A$3' }, shown)).not.toHaveProperty('shape');
});

test('whole columns end at their last value, and several ranges and names are drawn from their cells', () => {
  const { book } = made(sales, "It's, all");
  book.names = [
    { name: 'Sales', formula: "'It''s, all'!$B$2:$B$3" },
    { name: 'Sales', sheet: 'one', formula: "'It''s, all'!$D$2:$D$3" },
  ];
  const valuesOf = (from: string) =>
    withCells(book, { categories: [], series: [{ plot: 'bar', values: [7], from }] }, shown).series[0]?.values;
  expect(valuesOf("'It''s, all'!$B:$B")).toEqual([null, 12, 9]);
  expect(valuesOf("'It''s, all'!$2:$2")).toEqual([null, 12, null, 3]);
  expect(valuesOf("('It''s, all'!$B$2,'It''s, all'!$D$2)")).toEqual([12, 3]);
  expect(valuesOf('[0]!sales')).toEqual([12, 9]);
  expect(valuesOf("'It''s, all'!Sales")).toEqual([3, null]);
  expect(valuesOf('OFFSET(Sales,0,0)')).toEqual([7]);
  expect(valuesOf('Nothing')).toEqual([7]);
});
