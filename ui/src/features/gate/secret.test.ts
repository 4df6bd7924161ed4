import { expect, it } from 'vitest';
import { secretIn } from './secret';

const id = 'ABCDEFGHIJKLMNOPQRSTUV2347';

it.each([
  id,
  id.toLowerCase(),
  `${id}.`,
  `(${id}).`,
  `${id} `,
  `${id}\u200f`,
  `\u2066${id.slice(0, 5)}-${id.slice(5)}\u2069`,
  `«${id}»، را ببینید`,
  `${id}. Thanks`,
  `${id.slice(0, 22)}۲۳۴۷`,
])('finds the id in %j', (text) => {
  expect(secretIn(text)).toBe(id);
});
