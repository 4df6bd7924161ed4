import { latinDigits } from './digits';

interface Typed {
  readonly text: string;
  /** Where the cursor stands in it. */
  readonly caret: number;
}

const isPersian = (lang: string) => lang.startsWith('fa');

/**
 * A number as it is being typed, in the digits of the language and with its separators: any digits and separators are taken. What is
 * no number stays as it is. The cursor stays behind the same digit.
 */
export function showTypedAmount(text: string, caret: number, digits: number, lang: string): Typed {
  const plain = (part: string) => {
    const latin = latinDigits(part).replace(/[\s\u200c-\u200f٬,،]/g, '');
    return digits ? latin.replace(/[٫/]/, '.') : latin;
  };
  const [, whole, point = '', rest = ''] = /^(\d{1,13})(\.?)(\d*)$/.exec(plain(text)) ?? [];
  if (whole === undefined || (point && !digits)) return { text, caret };
  const persian = isPersian(lang);
  const own = (part: string) =>
    persian ? part.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit))) : part;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, persian ? '٬' : ',');
  const shown = own(grouped) + (point && (persian ? '٫' : '.')) + own(rest);
  // As many digits and points stand before the cursor as before.
  let left = plain(text.slice(0, caret)).length;
  let at = 0;
  while (at < shown.length && left > 0) {
    if (shown[at] !== '٬' && shown[at] !== ',') left -= 1;
    at += 1;
  }
  return { text: shown, caret: at };
}

/** The number that showTypedAmount wrote, or a person typed in any digits; null for what is none or is below 0. */
export function parseTypedAmount(text: string): number | null {
  const plain = showTypedAmount(text, 0, 1, 'en-us').text.replaceAll(',', '');
  return /^\d+(\.\d*)?$/.test(plain) ? Number(plain) : null;
}

/** Rewrites the text of a field in which a number is being typed, and returns it. */
export function rewriteTypedAmount(field: HTMLInputElement, digits: number, lang: string): string {
  const { text, caret } = showTypedAmount(field.value, field.selectionEnd ?? field.value.length, digits, lang);
  if (field.value !== text) {
    field.value = text;
    field.setSelectionRange(caret, caret);
  }
  return text;
}
