import { expect, test } from 'vitest';
import { chartElement } from './chart-draw';
import { readChart, readNewChart, type Chart } from './chart-read';
import { isRtl, numberText, scaleOf } from './chart-scale';
import { Theme } from './theme-colours';
import { parse } from './word-elements';

const theme = new Theme(null);
const points = (texts: readonly (string | number)[], count = texts.length) =>
  `<ptCount val="${count}"/>${texts.map((text, at) => `<pt idx="${at}"><v>${text}</v></pt>`).join('')}`;
const series = (name: string, values: readonly (string | number)[], more = '') =>
  `<ser><tx><strRef><strCache>${points([name])}</strCache></strRef></tx>${more}<cat><strRef><strCache>${points(['فروردین', 'اردیبهشت', 'خرداد'])}</strCache></strRef></cat>` +
  `<val><numRef><numCache><formatCode>#,##0</formatCode>${points(values)}</numCache></numRef></val></ser>`;

function chart(plots: string, more = ''): Chart {
  const xml = `<chartSpace xmlns="urn:c"><chart>${more}<plotArea>${plots}</plotArea><legend><legendPos val="b"/></legend></chart></chartSpace>`;
  const read = readChart(parse(xml), theme);
  if (!read) throw new Error('no chart');
  return read;
}

const bars = (more = '') =>
  chart(
    `<barChart><barDir val="col"/>${more}${series('فروش', [10, -5, 20])}${series('هزینه', [4, 8, 'x'])}</barChart>`,
  );

const number = (one: Element | undefined, name: string) => Number(one?.getAttribute(name));

test('a chart is read by the values that it keeps', () => {
  const read = bars();
  expect(read.categories).toEqual(['فروردین', 'اردیبهشت', 'خرداد']);
  expect(read.series.map(({ name, values }) => [name, values])).toEqual([
    ['فروش', [10, -5, 20]],
    ['هزینه', [4, 8, null]],
  ]);
  expect(read).toMatchObject({ legend: 'b', other: null, stacking: 'none', isHorizontal: false, title: '' });
  expect(chart(`<barChart>${series('تنها', [1])}</barChart>`).title).toBe('تنها');
});

test('each value has its bar, and text that is written from the right says so', () => {
  const svg = chartElement(bars(), 400, 300, {}).querySelector('svg');
  // Two in the legend, one around all; one value is missing.
  expect(svg?.querySelectorAll('rect')).toHaveLength(5 + 2 + 1);
  const names = [...(svg?.querySelectorAll('text') ?? [])].filter(({ textContent }) => textContent === 'فروش');
  expect(names.map((one) => one.getAttribute('direction'))).toEqual(['rtl']);
  const heights = [...(svg?.querySelectorAll('rect[fill="#4472c4"]:not([width="10"])') ?? [])].map((one) =>
    Number(one.getAttribute('height')),
  );
  expect(heights[0]).toBeCloseTo((heights[1] ?? 0) * 2, 3);
});

test('stacked bars stand on each other, and all have the height of the whole in percent', () => {
  const svg = chartElement(bars('<grouping val="percentStacked"/>'), 400, 300, {}).querySelector('svg');
  const [first, , third] = [...(svg?.querySelectorAll('rect[fill="#4472c4"]:not([width="10"])') ?? [])];
  const [other] = [...(svg?.querySelectorAll('rect[fill="#ed7d31"]:not([width="10"])') ?? [])];
  expect(number(other, 'y') + number(other, 'height')).toBeCloseTo(number(first, 'y'), 3);
  expect(number(first, 'height') + number(other, 'height')).toBeCloseTo(number(third, 'height'), 3);
});

test('slices of a pie have a colour each, and their share', () => {
  const svg = chartElement(chart(`<pieChart>${series('x', [1, 1, 2])}</pieChart>`), 300, 300, {}).querySelector('svg');
  expect(svg?.querySelectorAll('path')).toHaveLength(3);
  expect([...(svg?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent)).toContain('۵۰٪');
});

test('a kind that is not drawn shows its title and its values', () => {
  const element = chartElement(chart(`<radarChart>${series('x', [1, 2, 3])}</radarChart>`), 300, 300, {
    chart: 'Chart: {kind}',
  });
  expect(element.querySelector('svg')).toBeNull();
  expect(element.querySelector('[data-label="Chart: radar"]')).not.toBeNull();
  expect(element.querySelectorAll('tr')).toHaveLength(4);
  const xml =
    '<chartSpace xmlns="urn:cx"><chartData><data><strDim><lvl><pt>a</pt></lvl></strDim><numDim><lvl><pt>7</pt></lvl></numDim></data></chartData>' +
    '<chart><plotArea><series layoutId="funnel"/></plotArea></chart></chartSpace>';
  expect(readNewChart(parse(xml))).toMatchObject({ other: 'funnel', categories: ['a'] });
});

test('a chart that lies about itself is a small one', () => {
  const cache = `<numCache>${points([1], 4_000_000_000)}<pt idx="900000000"><v>1e308</v></pt><pt idx="-1"><v>3</v></pt></numCache>`;
  const read = chart(`<lineChart><ser><val><numRef>${cache}</numRef></val></ser></lineChart>`);
  expect(read.series[0]?.values).toHaveLength(2000);
  expect(chartElement(read, 300, 200, {}).querySelector('svg')).not.toBeNull();
  const empty = chartElement(chart('<barChart/>'), 300, 200, { noValues: 'Nothing' });
  expect(empty.querySelector('svg')).toBeNull();
  expect(empty.querySelector<HTMLElement>('.anbar-frame')?.dataset['label']).toBe('Nothing');
  expect(readChart(parse('<chartSpace/>'), theme)).toBeNull();
});

test('numbers are written as those around the chart, where they have a rule', () => {
  const read = { ...bars(), write: (value: number, format: string) => `<${value}${format}>` };
  const texts = (of: typeof read) =>
    [...chartElement(of, 400, 300, {}).querySelectorAll('text')].map(({ textContent }) => textContent ?? '').join(' ');
  expect(texts(read)).toMatch(/<\d+[#0A-Z]/i);
  expect(texts(read)).not.toMatch(/[۰-۹]/);
});

test('axes have round steps', () => {
  expect(scaleOf([3, 97], 5, true).ticks).toEqual([0, 20, 40, 60, 80, 100]);
  expect(scaleOf([-12, 8], 4, true).ticks).toEqual([-15, -10, -5, 0, 5, 10]);
  expect(scaleOf([1001, 1003], 4, false).least).toBeGreaterThan(900);
  expect(scaleOf([], 4, true).ticks.length).toBeLessThan(10);
  expect(scaleOf([0.1, 0.3], 3, true).ticks).toEqual([0, 0.1, 0.2, 0.3]);
});

test('numbers of an axis are written as its format says', () => {
  expect(numberText(1234.5, '#,##0.00', false)).toBe('1,234.50');
  expect(numberText(0.25, '0%', true)).toBe('۲۵٪');
  expect(numberText(1234.5, 'General', false)).toBe('1234.5');
  expect([isRtl('۱۲ فروردین'), isRtl('12 Sales'), isRtl('123')]).toEqual([true, false, false]);
});
