import { describe, expect, it } from 'vitest';
import { parseMoney } from './money';
import { showTypedAmount } from './typed-amount';

const shown = (text: string, digits = 0, lang = 'fa-ir') => showTypedAmount(text, text.length, digits, lang).text;

describe('an amount that is being typed', () => {
  it('has the digits and the separators of the language, whichever keyboard types them', () => {
    for (const typed of ['4000000', '۴۰۰۰۰۰۰', '٤٠٠٠٠٠٠', '4,000,000', '۴٬۰۰۰٬۰۰۰', '4،000،000']) {
      expect(shown(typed)).toBe('۴٬۰۰۰٬۰۰۰');
      expect(shown(typed, 0, 'en-us')).toBe('4,000,000');
    }
    expect(parseMoney(shown('4000000'), 'IRT')).toBe(4_000_000);
  });

  it('keeps a point and what follows it while cents are typed', () => {
    expect(shown('1234.', 2, 'en-us')).toBe('1,234.');
    expect(shown('1234/5', 2)).toBe('۱٬۲۳۴٫۵');
    expect(parseMoney(shown('1234٫50', 2), 'EUR')).toBe(123_450);
  });

  it('leaves what is no number to be seen and refused', () => {
    for (const typed of ['', '-5', '12a', '1.2.3', '12.5']) expect(shown(typed)).toBe(typed);
  });

  it('keeps the cursor behind the same digit', () => {
    // 1,2|345 after a digit was put in: 12,|345
    expect(showTypedAmount('1,2345', 3, 0, 'en-us')).toEqual({ text: '12,345', caret: 2 });
    expect(showTypedAmount('1234', 4, 0, 'en-us')).toEqual({ text: '1,234', caret: 5 });
    expect(showTypedAmount('234,567', 0, 0, 'fa-ir')).toEqual({ text: '۲۳۴٬۵۶۷', caret: 0 });
  });
});
