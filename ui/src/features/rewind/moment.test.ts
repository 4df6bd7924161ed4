import { describe, expect, it } from 'vitest';
import { DAYS, clampMoment, minutesOf, parseClock, withDay, withMinutes } from './moment';

describe('a moment', () => {
  const at = Date.parse('2026-11-20T10:35:00Z'); // 14:05 in Tehran

  it('is read in Tehran', () => {
    expect(minutesOf(at)).toBe(14 * 60 + 5);
    expect(new Date(withDay(at, '2026-11-18')).toISOString()).toBe('2026-11-18T10:35:00.000Z');
    expect(new Date(withMinutes(at, 0)).toISOString()).toBe('2026-11-19T20:30:00.000Z');
  });

  it('is written as people write hours', () => {
    expect(['۱۴:۰۵', '14:5', '9', '٢٣:٥٩', '24:00', '12:60', 'x', ''].map(parseClock)).toEqual([
      845,
      845,
      540,
      1439,
      null,
      null,
      null,
      null,
    ]);
  });

  it('is neither in the future nor older than what is kept', () => {
    expect(clampMoment(at + 1, at)).toBe(at);
    expect(clampMoment(0, at)).toBe(at - DAYS * 86_400_000 + 60_000);
  });
});
