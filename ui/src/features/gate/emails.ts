import { t } from '~/i18n';

/** Addresses are compared without regard to case, and Persian digits are typed by accident. */
export const cleanEmail = (text: string) =>
  text
    .trim()
    .replace(/^<|>$/g, '')
    .replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .toLowerCase();

export const isEmail = (text: string) => text.length <= 254 && /^[^\s@<>,;"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);

/** The message about an invalid or repeated address, or null. */
export function emailProblem(email: string, others: readonly string[]): string | null {
  if (!isEmail(email)) return t('gate.emailInvalid', { email });
  return others.includes(email) ? t('gate.emailTwice', { email }) : null;
}
