/** Persian and Arabic digits become Latin: what a person typed is compared, computed with and sent in these. */
export const latinDigits = (text: string) => text.replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** The digits of a text, in Latin, without all else. */
export const onlyDigits = (text: string) => latinDigits(text).replace(/\D/g, '');

/** An address or a number that a person typed or pasted: with Latin digits, and without the marks that nobody sees. */
export const typedLogin = (text: string) =>
  latinDigits(text)
    .replace(/[\p{Cf}\u034f]/gu, '')
    .trim();
