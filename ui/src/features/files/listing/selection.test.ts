import { describe, expect, it } from 'vitest';
import * as S from './selection';

const ids = Array.from({ length: 10 }, (_, n) => `e${n}`);
const order: S.Order = { count: ids.length, idAt: (index) => ids[index] ?? null, indexOf: (id) => ids.indexOf(id) };
const chosen = (selection: S.Selection) => ids.filter((id) => S.isSelected(selection, id)).join(' ');

describe('clicks', () => {
  it('choose one, toggle with Ctrl, draw ranges with Shift', () => {
    let now = S.click(S.nothing, order, 'e2');
    expect(chosen(now)).toBe('e2');
    now = S.click(now, order, 'e5', { shift: true });
    expect(chosen(now)).toBe('e2 e3 e4 e5');
    now = S.click(now, order, 'e1', { shift: true });
    expect(chosen(now)).toBe('e1 e2');
    now = S.click(now, order, 'e7', { ctrl: true });
    expect(chosen(now)).toBe('e1 e2 e7');
    now = S.click(now, order, 'e9', { ctrl: true, shift: true });
    expect(chosen(now)).toBe('e1 e2 e7 e8 e9');
    expect(chosen(S.click(now, order, 'e0'))).toBe('e0');
  });

  it('on what is chosen choose the same', () => {
    const one = S.click(S.nothing, order, 'e2');
    expect(S.isSameSelection(S.click(one, order, 'e2'), one)).toBe(true);
    expect(S.isSameSelection(S.click(one, order, 'e3'), one)).toBe(false);
    expect(S.isSameSelection(S.click(one, order, 'e3', { ctrl: true }), one)).toBe(false);
    expect(S.isSameSelection(S.clear(one), one)).toBe(false);
  });

  it('of the right button keep a selection that holds the item', () => {
    const two = S.click(S.only('e1'), order, 'e2', { shift: true });
    expect(chosen(S.context(two, 'e2'))).toBe('e1 e2');
    expect(chosen(S.context(two, 'e6'))).toBe('e6');
  });
});

describe('everything', () => {
  const all = S.selectAll(S.only('e3'));

  it('counts what has not been fetched, and leaves out what is toggled', () => {
    expect(S.countSelected(all, 100_000)).toBe(100_000);
    const most = S.click(all, order, 'e4', { ctrl: true });
    expect(S.countSelected(most, 100_000)).toBe(99_999);
    expect(S.isSelected(most, 'e4')).toBe(false);
    expect(S.isSelected(most, 'never seen')).toBe(true);
  });

  it('ends with a plain click or a clear', () => {
    expect(chosen(S.click(all, order, 'e4'))).toBe('e4');
    expect(chosen(S.clear(all))).toBe('');
    expect(S.clear(all).cursor).toBe('e3');
  });
});

const listing = (...there: string[]): S.Order => ({
  count: there.length,
  idAt: (index) => there[index] ?? null,
  indexOf: (id) => there.indexOf(id),
});

describe('what leaves the list', () => {
  it('is chosen no more', () => {
    const seen = new Set<string>();
    const two = S.band(S.nothing, ['e1', 'e2']);
    expect(S.keepListed(two, listing('e1', 'e2', 'e3'), seen)).toBe(two);
    expect([...S.keepListed(two, listing('e2', 'e3'), seen).ids]).toEqual(['e2']);
  });

  it('is not what has not come yet', () => {
    const made = S.only('new');
    expect(S.keepListed(made, listing('e1'), new Set())).toBe(made);
  });
});

describe('the keyboard', () => {
  it('moves, extends, and goes without choosing', () => {
    const at = S.moveTo(S.nothing, order, 'e3');
    expect(chosen(at)).toBe('e3');
    expect(chosen(S.moveTo(at, order, 'e5', { shift: true }))).toBe('e3 e4 e5');
    const beside = S.moveTo(at, order, 'e6', { ctrl: true });
    expect([chosen(beside), beside.cursor]).toEqual(['e3', 'e6']);
  });

  it.each([
    ['next', 3, 4],
    ['previous', 0, 0],
    ['rowDown', 3, 7],
    ['rowUp', 2, 2],
    ['rowUp', 7, 3],
    ['rowDown', 5, 9],
    ['rowDown', 8, 8],
    ['pageDown', 0, 8],
    ['pageUp', 9, 1],
    ['first', 7, 0],
    ['last', 0, 9],
    ['next', -1, 0],
    ['rowUp', -1, 9],
  ] as const)('%s from %d in four columns leads to %d', (step, from, to) => {
    expect(S.stepFrom(from, step, 10, { columns: 4, leading: 0 }, 2)).toBe(to);
  });

  it('leads nowhere in an empty list', () => {
    expect(S.stepFrom(-1, 'next', 0, { columns: 1, leading: 0 }, 10)).toBe(-1);
  });
});

it('a rubber band adds to what was chosen before it began', () => {
  const before = S.only('e0');
  expect(chosen(S.band(before, ['e4', 'e5']))).toBe('e0 e4 e5');
  expect(chosen(S.band(S.clear(before), ['e4']))).toBe('e4');
});
