import { expect, test } from 'vitest';
import { named } from '~/test/named-xml';
import { parse, W } from './word-elements';
import { Lists } from './word-lists';

const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;

const lists = (sources: string, nums: string) =>
  new Lists(named(parse(`<w:numbering xmlns:w="${W}">${sources}${nums}</w:numbering>`)));

const source = (id: number, levels: string, more = '') =>
  `<w:abstractNum w:abstractNumId="${id}">${more}${levels}</w:abstractNum>`;

const num = (id: number, of: number, more = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;

test('items are counted on their levels, which begin anew below each item', () => {
  const all = lists(
    source(0, level(0, 'decimal', '%1.') + level(1, 'lowerRoman', '%2)') + level(2, 'decimal', '%1.%2.%3')),
    num(1, 0),
  );
  const markers = [0, 1, 1, 2, 0, 1].map((depth) => all.next('1', depth, false)?.text);
  expect(markers).toEqual(['1.', 'i)', 'ii)', '1.ii.1', '2.', 'i)']);
});

test('lists of one source go on counting, unless one says where it begins', () => {
  const begin = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>';
  const all = lists(source(0, level(0, 'decimal', '%1')), num(1, 0) + num(2, 0) + num(3, 0, begin));
  const markers = ['1', '2', '3', '3', '1'].map((id) => all.next(id, 0, false)?.text);
  expect(markers).toEqual(['1', '2', '5', '6', '7']);
});

test.each([
  ['decimal', '۳'],
  ['decimalZero', '03'],
  ['upperRoman', 'III'],
  ['lowerLetter', 'c'],
  ['arabicAlpha', 'ت'],
  ['arabicAbjad', 'ج'],
  ['unheardOf', '۳'],
  ['none', ''],
])('the third item of %s in a paragraph from the right', (format, marker) => {
  const all = lists(source(0, level(0, format, '%1')), num(1, 0));
  const markers = [0, 0, 0].map(() => all.next('1', 0, true)?.text);
  expect(markers[2]).toBe(marker);
});

test('levels in legal numbers, levels that are never begun anew, lists by the name of a style', () => {
  const legal = lists(source(0, level(0, 'upperRoman', '%1') + level(1, 'decimal', '%1.%2', '<w:isLgl/>')), num(1, 0));
  expect([0, 1].map((depth) => legal.next('1', depth, false)?.text)).toEqual(['I', '1.1']);
  const on = lists(
    source(0, level(0, 'decimal', '%1') + level(1, 'decimal', '%2', '<w:lvlRestart w:val="0"/>')),
    num(1, 0),
  );
  expect([0, 1, 0, 1].map((depth) => on.next('1', depth, false)?.text)).toEqual(['1', '1', '2', '2']);
  const linked = lists(
    source(0, '', '<w:numStyleLink w:val="S"/>') + source(1, level(0, 'bullet', '•'), '<w:styleLink w:val="S"/>'),
    num(1, 0),
  );
  expect(linked.next('1', 0, true)).toEqual({ text: '•', suffix: 'tab' });
});

test('what is not there, and what is too deep, has no number', () => {
  const all = lists(source(0, level(0, 'decimal', '%1')), num(1, 0));
  expect([all.next('9', 0, false), all.next('1', 3, false), all.next('1', 12, false)]).toEqual([null, null, null]);
  expect(new Lists(null).next('1', 0, false)).toBeNull();
  expect(new Lists(parse('<broken')).next('1', 0, false)).toBeNull();
});
