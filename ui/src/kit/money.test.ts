import { describe, expect, it } from 'vitest';
import { currencyName, formatAmount, formatMoney, parseMoney } from './money';

describe('money', () => {
  it('has the digits, the separators and the currency of the language', () => {
    expect(formatMoney(20_249_923, 'IRT', 'fa-ir')).toBe('۲۰٬۲۴۹٬۹۲۳\u00a0تومان');
    expect(formatMoney(20_249_923, 'IRT', 'en-us')).toBe('20,249,923\u00a0Toman');
    expect(formatMoney(0, 'IRR', 'en-us')).toBe('0\u00a0Rial');
    expect(currencyName('USD', 'fa-ir')).toBe('دلار');
  });

  it('puts the point before the cents', () => {
    expect(formatMoney(123_456, 'EUR', 'en-us')).toBe('1,234.56\u00a0euros');
    expect(formatAmount(1_200, 'USD', 'fa-ir')).toBe('۱۲٫۰۰');
    expect(formatAmount(-5, 'EUR', 'en-us')).toBe('-0.05');
  });

  it('reads what it wrote', () => {
    for (const amount of [0, 5, 99, 100, 123_456_789]) {
      for (const currency of ['IRT', 'IRR', 'EUR', 'USD'] as const) {
        for (const lang of ['fa-ir', 'en-us']) {
          expect(parseMoney(formatAmount(amount, currency, lang), currency)).toBe(amount);
        }
      }
    }
  });

  it('reads cents that are missing in part', () => {
    expect(parseMoney('12', 'EUR')).toBe(1_200);
    expect(parseMoney('12.5', 'EUR')).toBe(1_250);
    expect(parseMoney('۱۲٫۵', 'EUR')).toBe(1_250);
    expect(parseMoney('12.', 'EUR')).toBe(1_200);
  });

  it('refuses what is no amount, or finer than the smallest unit', () => {
    expect(parseMoney('', 'IRT')).toBeNull();
    expect(parseMoney('12.5', 'IRT')).toBeNull();
    expect(parseMoney('12.555', 'EUR')).toBeNull();
    expect(parseMoney('-5', 'IRT')).toBeNull();
    expect(parseMoney('12a', 'IRT')).toBeNull();
    expect(parseMoney('1'.repeat(14), 'IRT')).toBeNull();
  });
});
