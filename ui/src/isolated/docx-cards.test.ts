import { expect, test, vi } from 'vitest';
import { cardsNear, indexOfBlock, placeCards } from './docx-cards';

const cards = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, anchorKey: `comment-${at}`, anchorPos: 0 }));
const lines = (count: number) => new Map(Array.from({ length: count }, (_, at) => [`comment-${at}`, at * 20] as const));
const tall = { get: () => 100 } as unknown as Map<string, number>;
const place = (count: number, chosen: string | null, anchors = lines(count)) =>
  placeCards(cards(count), anchors, null, 1, tall, new Map(), chosen);

test('cards stand at their text or below the one before', () => {
  expect(place(3, null).map(({ y }) => y)).toEqual([8, 116, 224]);
  expect(place(2, null, new Map([['comment-0', 500]])).map(({ item, y }) => [item.id, y])).toEqual([['0', 500]]);
});

test('a comment without a place in the text is not looked for in all of its letters', () => {
  const getRectsForRange = vi.fn<() => { y: number }[]>(() => [{ y: 7 }]);
  const drawn = { getContainerOffset: () => ({ y: 1 }), getRectsForRange };
  const change = { id: 'change', anchorKey: 'revision-1', anchorPos: 40 };
  const placed = placeCards([...cards(10), change], new Map(), drawn, 2, tall, new Map(), null);
  expect(placed.map(({ item, y }) => [item.id, y])).toEqual([['change', 16]]);
  expect(getRectsForRange).toHaveBeenCalledTimes(1);
});

test('a card keeps its last place while its text has none', () => {
  const last = new Map<string, number>();
  placeCards(cards(1), lines(1), null, 1, tall, last, null);
  expect(placeCards(cards(1), new Map(), null, 1, tall, last, null)).toHaveLength(1);
});

test('the chosen card of a crowded page stands at its text, those before it above, and none beyond the page', () => {
  const placed = place(1000, '500');
  expect(placed.find(({ item }) => item.id === '500')?.y).toBe(500 * 20);
  expect(placed.find(({ item }) => item.id === '499')?.y).toBe(500 * 20 - 108);
  expect(placed.find(({ item }) => item.id === '501')?.y).toBe(500 * 20 + 108);
  expect(Math.min(...placed.map(({ y }) => y))).toBeGreaterThanOrEqual(0);
  // A little out of its line nothing is moved for it.
  expect(place(5, '4')).toEqual(place(5, null));
});

test('of many cards those near what is in sight are drawn, the chosen one, and one that is being written', () => {
  const all = [...cards(1000), { id: 'new', anchorPos: 0, isTemporary: true }];
  const tops = new Map(all.map(({ id }, at) => [id, at * 100]));
  const near = cardsNear(all, tops, 50_000, '3').map(({ id }) => id);
  expect(near).toContain('3');
  expect(near).toContain('new');
  expect(near).toContain('500');
  expect(near.length).toBeLessThan(60);
  expect(cardsNear(all, new Map(), 0, null)).toHaveLength(60);
});

test('a block is found by its id, also where the list has changed', () => {
  const blocks = [{ id: 'a' }, { id: 'b' }];
  expect([indexOfBlock(blocks, 'a'), indexOfBlock(blocks, 'b'), indexOfBlock(blocks, 'c')]).toEqual([0, 1, -1]);
  blocks.unshift({ id: 'c' });
  expect([indexOfBlock(blocks, 'a'), indexOfBlock(blocks, 'c')]).toEqual([1, 0]);
});
