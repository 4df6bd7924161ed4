import { expect, test } from 'vitest';
import { setLang } from '~/i18n';
import { drawCell, displayText } from './format';

const shown = (v: number, format?: string, epoch?: number) =>
  displayText({ c: 1, v }, { ...(format && { format }) }, epoch);

test('numbers are shown by their format', async () => {
  await setLang('en-us');
  expect(shown(1234.5)).toBe('1234.5');
  expect(shown(0.1 + 0.2)).toBe('0.3');
  expect(shown(1_250_000, '#,##0" IRR"')).toBe('1,250,000 IRR');
  expect(shown(0.256, '0.0%')).toBe('25.6%');
  expect(shown(45_000, 'yyyy/mm/dd')).toBe('2023/03/15');
  expect(shown(43_538, 'yyyy/mm/dd', 1904)).toBe('2023/03/15');
  expect(shown(-5, '0;[Red](0)')).toBe('(5)');
  expect(shown(7, '"unfinished')).toBe('7');
  expect(shown(46_349, '[$-fa-IR,16]yyyy/mm/dd')).toBe('1405/09/02');
  expect(shown(46_349.75, '[$-3160429]d mmmm yyyy h:mm;@')).toBe('2 آذر 1405 18:00');
  expect(shown(46_349, '[$-fa-IR]yyyy/mm/dd')).toBe('2026/11/23');
  expect(displayText({ c: 1, t: 'words 12' }, undefined)).toBe('words 12');
});

test('numbers have the digits of the language', async () => {
  await setLang('fa-ir');
  expect(displayText({ c: 1, v: 1_234_567.5 }, { format: '#,##0.00' })).toBe('۱٬۲۳۴٬۵۶۷٫۵۰');
  expect(displayText({ c: 1, v: 46_349 }, { format: 'dd.mm.yyyy' })).toBe('۲۳.۱۱.۲۰۲۶');
});

const fitted = (v: number, px: number, format?: string) =>
  drawCell({ c: 1, v }, { ...(format && { format }) })?.fit?.(px);

test('a number without a format is rounded to what fits, and never hashes', async () => {
  await setLang('en-us');
  expect(fitted(1 / 3, 56)).toBe('0.33333');
  expect(fitted(123_456.789, 56)).toBe('123457');
  expect(fitted(12_500_000, 56)).toBe('1.3E+07');
  expect(fitted(0.000_012_345, 56)).toBe('1.2E-05');
  expect(fitted(12_500_000, 56, '#,##0')).toBe('#######');
});

test('a formula that nobody computed is shown as it is written', () => {
  expect(displayText({ c: 1, f: 'SUM(B2:B3)' }, undefined)).toBe('=SUM(B2:B3)');
  expect(displayText({ c: 1, f: 'IF(A1,"","")', k: 'text' }, undefined)).toBe('');
  expect(drawCell({ c: 1, f: 'فروش!A1' })).toMatchObject({ text: '=فروش!A1', fromRight: false });
});
