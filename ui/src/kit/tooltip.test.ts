import { describe, expect, it } from 'vitest';
import { placeTooltip } from './tooltip-place';

const view = { width: 1000, height: 600 };
const tip = { width: 100, height: 24 };
const at = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

describe('a tooltip', () => {
  it('goes below, in the middle', () =>
    expect(placeTooltip(at(500, 100), tip, view, 'bottom', true)).toEqual({ left: 470, top: 146 }));

  it('goes above when there is no room below', () =>
    expect(placeTooltip(at(500, 555), tip, view, 'bottom', true).top).toBe(525));

  it('stays inside the window', () => {
    expect(placeTooltip(at(0, 100), tip, view, 'bottom', false).left).toBe(8);
    expect(placeTooltip(at(960, 100), tip, view, 'bottom', false).left).toBe(892);
  });

  it('follows the direction of the page at its sides', () => {
    expect(placeTooltip(at(500, 100), tip, view, 'inline-end', false).left).toBe(546);
    expect(placeTooltip(at(500, 100), tip, view, 'inline-end', true).left).toBe(394);
    expect(placeTooltip(at(10, 100), tip, view, 'inline-end', true).left).toBe(56);
  });
});
