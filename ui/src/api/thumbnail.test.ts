import { afterEach, expect, test, vi } from 'vitest';
import { thumbnailFor } from './thumbnail';

afterEach(() => vi.unstubAllGlobals());

test.each([
  { width: 36, ratio: 1, side: 96 },
  { width: 36, ratio: 2, side: 96 },
  { width: 36, ratio: 3, side: 320 },
  { width: 230, ratio: 1, side: 320 },
  { width: 177, ratio: 2, side: 512 },
  { width: 400, ratio: 3, side: 512 },
])('$width px at $ratio take the picture of $side', ({ width, ratio, side }) => {
  vi.stubGlobal('devicePixelRatio', ratio);
  expect(thumbnailFor('/a', 'image', width)).toBe(`/a?side=${side}`);
});

test('a page is longer than wide', () => {
  vi.stubGlobal('devicePixelRatio', 1);
  expect(thumbnailFor('/a', 'pdf', 230)).toBe('/a?side=512');
});

test('an address with a query gets one more parameter', () => {
  vi.stubGlobal('devicePixelRatio', 1);
  expect(thumbnailFor('/a?token=t&thumbnail=1', 'image', 36)).toBe('/a?token=t&thumbnail=1&side=96');
});
