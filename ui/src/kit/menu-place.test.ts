import { describe, expect, it } from 'vitest';
import { placeMenu, type MenuPlacement } from './menu-place';

const view = { width: 1000, height: 600 };
const size = { width: 200, height: 240 };
const box = (left: number, top: number, width = 40, height = 40) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const below: MenuPlacement = { side: 'bottom', align: 'start', gap: 6 };
const beside: MenuPlacement = { side: 'inline-end', align: 'start', gap: 4, shift: -6 };

describe('the place of a menu', () => {
  it('is below its button, aligned with the side where lines begin', () => {
    expect(placeMenu(box(300, 100), size, view, below, false)).toMatchObject({ left: 300, top: 146 });
    expect(placeMenu(box(300, 100), size, view, below, true)).toMatchObject({ left: 140, top: 146 });
    expect(placeMenu(box(300, 100), size, view, { ...below, align: 'end' }, false)).toMatchObject({ left: 140 });
    expect(placeMenu(box(300, 100), size, view, { ...below, align: 'center' }, false)).toMatchObject({ left: 220 });
  });

  it('is on the other side when only that has room, and has no more than there is', () => {
    expect(placeMenu(box(300, 500), size, view, below, false)).toMatchObject({ top: 254 });
    const high = { width: 200, height: 900 };
    expect(placeMenu(box(300, 400), high, view, below, false)).toMatchObject({ top: 8, room: 386 });
    expect(placeMenu(box(300, 100), high, view, below, false)).toMatchObject({ top: 146, room: 446 });
  });

  it('is inside the window at its edges', () => {
    expect(placeMenu(box(950, 100), size, view, below, false)).toMatchObject({ left: 792 });
    expect(placeMenu(box(0, 100), size, view, below, true)).toMatchObject({ left: 8 });
  });

  it('is beside a row in the direction of reading, or where it fits', () => {
    expect(placeMenu(box(100, 100, 200), size, view, beside, false)).toMatchObject({ left: 304, top: 94 });
    expect(placeMenu(box(500, 100, 200), size, view, beside, true)).toMatchObject({ left: 296 });
    expect(placeMenu(box(780, 100, 200), size, view, beside, false)).toMatchObject({ left: 576 });
    expect(placeMenu(box(100, 500, 200), size, view, beside, false)).toMatchObject({ top: 352 });
  });
});
