import { describe, expect, it } from 'vitest';
import { decodeArabic, guessEncoding } from './archive-names';

const bytes = (...all: (number | string)[]) =>
  Uint8Array.from(all.flatMap((one) => (typeof one === 'string' ? Array.from(one, (c) => c.charCodeAt(0)) : [one])));

// «گزارش» and «سال» in windows-1256.
const report = bytes(0x90, 0xd2, 0xc7, 0xd1, 0xd4, ' ', 0xd3, 0xc7, 0xe1, '.txt');

describe('guessEncoding', () => {
  it('takes runs of letters for Persian', () => {
    expect(guessEncoding([report])).toBe('windows-1256');
    expect(decodeArabic(report)).toBe('گزارش سال.txt');
  });

  it('takes single letters among others for Western', () => {
    // résumé.txt, Büro, Übergrößenträger in cp437
    expect(guessEncoding([bytes('r', 0x82, 'sum', 0x82, '.txt'), bytes('B', 0x81, 'ro')])).toBe('cp437');
    expect(guessEncoding([bytes(0x9a, 'bergr', 0x94, 0xe1, 'entr', 0x84, 'ger')])).toBe('cp437');
  });

  it('lets the most of all names decide', () => {
    expect(guessEncoding([bytes('caf', 0x82), report, report])).toBe('windows-1256');
    expect(guessEncoding([bytes('plain.txt')])).toBe('cp437');
  });
});
