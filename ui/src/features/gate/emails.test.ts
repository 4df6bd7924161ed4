import { expect, it } from 'vitest';
import { gate } from '~/i18n/fa/gate';
import { withWords } from '~/i18n';
import { cleanEmail, emailProblem, isEmail } from './emails';

it('takes addresses as people write them', () => {
  expect(cleanEmail(' <Sara@Example.COM> ')).toBe('sara@example.com');
  expect(cleanEmail('ali۱۲@example.com')).toBe('ali12@example.com');
});

it('knows what is no address', () => {
  for (const good of ['a@b.co', 'first.last+tag@sub.example.ir']) expect(isEmail(good)).toBe(true);
  for (const bad of ['', 'a', 'a@b', '@b.co', 'a@b..co', 'a b@c.de', 'a@b.co.']) expect(isEmail(bad)).toBe(false);
});

it('says what is wrong', async () => {
  await withWords(Promise.resolve(), 'gate');
  expect(gate.emailTwice).toContain('{email}');
  expect(emailProblem('x', [])).toContain('x');
  expect(emailProblem('a@b.co', ['a@b.co'])).toContain('a@b.co');
  expect(emailProblem('a@b.co', [])).toBeNull();
});
