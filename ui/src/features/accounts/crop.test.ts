import { describe, expect, it } from 'vitest';
import { MOST, moveCrop, squareOf, whole, zoomCrop } from './crop';

const wide = { width: 400, height: 200 };

describe('cropping', () => {
  it('takes the middle as large as it fits', () => {
    expect(squareOf(wide, whole)).toEqual({ left: 100, top: 0, side: 200 });
  });

  it('moves with the picture and stops at its edges', () => {
    expect(squareOf(wide, moveCrop(wide, whole, 0.25, 0.25))).toEqual({ left: 50, top: 0, side: 200 });
    expect(squareOf(wide, moveCrop(wide, whole, 9, 0))).toEqual({ left: 0, top: 0, side: 200 });
    expect(squareOf(wide, moveCrop(wide, whole, -9, 0))).toEqual({ left: 200, top: 0, side: 200 });
  });

  it('stays in the picture when it grows again', () => {
    const corner = moveCrop(wide, zoomCrop(wide, whole, 2), 9, 9);
    expect(squareOf(wide, corner)).toEqual({ left: 0, top: 0, side: 100 });
    expect(squareOf(wide, zoomCrop(wide, corner, 1))).toEqual({ left: 0, top: 0, side: 200 });
    expect(zoomCrop(wide, whole, 99).zoom).toBe(MOST);
    expect(zoomCrop(wide, whole, 0).zoom).toBe(1);
  });
});
