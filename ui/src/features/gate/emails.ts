import { t } from '~/i18n';
import { typedLogin } from '~/kit/digits';

/** Addresses are compared without regard to case and to marks that nobody sees; Persian digits are typed by accident. */
export const cleanEmail = (text: string) => typedLogin(typedLogin(text).replace(/^<|>$/g, '')).toLowerCase();

export const isEmail = (text: string) => text.length <= 254 && /^[^\s@<>,;"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);

/** The message about an invalid or repeated address, or null. */
export function emailProblem(email: string, others: readonly string[]): string | null {
  if (!isEmail(email)) return t('gate.emailInvalid', { email });
  return others.includes(email) ? t('gate.emailTwice', { email }) : null;
}
