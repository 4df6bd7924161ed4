import { expect, it } from 'vitest';
import { after, endsBody, endsProblem, momentOf } from './duration';

const now = new Date('2026-11-21T10:00:00Z');
const limits = { least: { value: 30, unit: 'minute' }, most: { value: 6, unit: 'month' } } as const;

it('counts in the calendar', () => {
  expect(after(now, { value: 90, unit: 'minute' }).toISOString()).toBe('2026-11-21T11:30:00.000Z');
  expect(after(now, { value: 2, unit: 'week' }).toISOString()).toBe('2026-12-05T10:00:00.000Z');
  expect(after(new Date('2026-01-31T10:00:00Z'), { value: 1, unit: 'month' }).toISOString()).toBe(
    '2026-02-28T10:00:00.000Z',
  );
});

it('knows when something ends', () => {
  expect(momentOf({ kind: 'never' }, now)).toBeNull();
  expect(momentOf({ kind: 'after', value: '1', unit: 'day' }, now)?.toISOString()).toBe('2026-11-22T10:00:00.000Z');
  for (const value of ['', '0', '1.5', 'x']) {
    expect(momentOf({ kind: 'after', value, unit: 'day' }, now)).toBeUndefined();
  }
});

it('says what is wrong with it', () => {
  expect(endsProblem({ kind: 'after', value: '', unit: 'day' }, undefined, now)).toBe('gate.endsNumber');
  expect(endsProblem({ kind: 'at', at: '2026-11-20T10:00:00Z' }, undefined, now)).toBe('gate.endsPast');
  expect(endsProblem({ kind: 'after', value: '29', unit: 'minute' }, limits, now)).toBe('gate.endsShort');
  expect(endsProblem({ kind: 'after', value: '30', unit: 'minute' }, limits, now)).toBeNull();
  expect(endsProblem({ kind: 'after', value: '6', unit: 'month' }, limits, now)).toBeNull();
  expect(endsProblem({ kind: 'after', value: '7', unit: 'month' }, limits, now)).toBe('gate.endsLong');
  expect(endsProblem({ kind: 'never' }, undefined, now)).toBeNull();
});

it('sends what was chosen', () => {
  expect(endsBody({ kind: 'never' })).toEqual({ expire_at: null });
  expect(endsBody({ kind: 'after', value: '3', unit: 'week' })).toEqual({ duration: { value: 3, unit: 'week' } });
});
