import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isStrongEnough, rulesOf, strengthOf } from './password';
import { email, login, personName } from './rules';

const accepts = (schema: v.GenericSchema<string>, text: string) => v.is(schema, text);

describe('password', () => {
  it.each([
    ['', 'weak'],
    ['Abc123!', 'weak'],
    ['abcdefgh1!', 'weak'],
    ['Abcdefgh!', 'weak'],
    ['Abcdefg12', 'weak'],
    ['رمزعبورمن۱۲!', 'weak'],
    ['Abcdef1!', 'medium'],
    ['Aa1!Aa1!Aa1!Aa1!', 'medium'],
    ['Correct-Horse-42', 'strong'],
  ] as const)('%s is %s', (password, strength) => expect(strengthOf(password)).toBe(strength));

  it('names what is lacking', () => {
    expect(rulesOf('abcdefgh')).toEqual({ length: true, bothCases: false, digit: false, symbol: false });
    expect(isStrongEnough('Abcdef1!')).toBe(true);
  });
});

describe('rules', () => {
  it.each([
    ['sara@example.com', true],
    ['09121234567', true],
    ['۰۹۱۲۱۲۳۴۵۶۷', true],
    ['0912123456', false],
    ['9121234567', false],
    ['sara@', false],
    ['', false],
  ])('login %s: %s', (text, ok) => expect(accepts(login, text)).toBe(ok));

  it('tells a wrong mobile from a wrong email', () => {
    expect(v.safeParse(login, '0912').issues?.[0].message).toContain('۰۹');
    expect(v.safeParse(login, 'sara').issues?.[0].message).toContain('ایمیل');
  });

  it('wants names of three characters', () => {
    expect(accepts(personName, ' علی ')).toBe(true);
    expect(accepts(personName, 'آب')).toBe(false);
    expect(accepts(email, 'a b@c.de')).toBe(false);
  });
});
