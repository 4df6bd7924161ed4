import { expect, it } from 'vitest';
import { Rate, secondsLeft } from './rate';

it('measures the last six seconds', () => {
  const rate = new Rate();
  for (let second = 0; second <= 10; second++) rate.add(1000, second * 1000);
  expect(rate.perSecond(10_000)).toBeCloseTo(7000 / 6, 0);
});

it('forgets what lies behind a pause', () => {
  const rate = new Rate();
  rate.add(1_000_000, 0);
  expect(rate.perSecond(20_000)).toBe(0);
});

it('says nothing about the end while nothing moves', () => {
  expect(secondsLeft(100, 0)).toBeNull();
  expect(secondsLeft(100, 30)).toBe(4);
});
