import { latinDigits } from '~/kit/digits';

/** A number as it is kept: Latin digits and capitals, without spaces and dashes. */
export const compact = (text: string) =>
  latinDigits(text)
    .replace(/[\s\u200c-\u200f-]/g, '')
    .toUpperCase();

/** Whether the check digits of an IBAN are those of its account. One of Iran has 26 characters. */
export function isIban(text: string): boolean {
  const iban = compact(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || (iban.startsWith('IR') && !/^IR\d{24}$/.test(iban))) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** Whether a card number of 16 digits ends in its check digit. */
export function isCard(text: string): boolean {
  const card = compact(text);
  if (!/^\d{16}$/.test(card)) return false;
  const sum = Array.from(card).reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
