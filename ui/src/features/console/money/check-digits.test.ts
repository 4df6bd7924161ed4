import { describe, expect, it } from 'vitest';
import { compact, isCard, isIban } from './check-digits';

describe('check digits', () => {
  it('of an IBAN', () => {
    expect(isIban('GB82 WEST 1234 5698 7654 32')).toBe(true);
    expect(isIban('de89370400440532013000')).toBe(true);
    expect(isIban('DE88370400440532013000')).toBe(false);
    expect(isIban('DE89370400440532013001')).toBe(false);
    expect(isIban('')).toBe(false);
  });

  it('of an IBAN of Iran, in any digits and of its length only', () => {
    expect(isIban('IR06 2960 0000 0010 0324 2000 01')).toBe(true);
    expect(isIban('IR۰۶۲۹۶۰۰۰۰۰۰۰۱۰۰۳۲۴۲۰۰۰۰۱')).toBe(true);
    expect(isIban('IR07 2960 0000 0010 0324 2000 01')).toBe(false);
    expect(isIban('IR06 2960 0000 0010 0324 2000 0')).toBe(false);
  });

  it('of a card', () => {
    expect(isCard('4111 1111 1111 1111')).toBe(true);
    expect(isCard('۴۱۱۱-۱۱۱۱-۱۱۱۱-۱۱۱۱')).toBe(true);
    expect(isCard('4111 1111 1111 1112')).toBe(false);
    expect(isCard('4111 1111 1111 111')).toBe(false);
  });

  it('are looked for without spaces and dashes', () => {
    expect(compact(' ir۰۶ 29-60\u200f')).toBe('IR062960');
  });
});
