/** Persian and Arabic digits become Latin: what a person typed is compared, computed with and sent in these. */
export const latinDigits = (text: string) => text.replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/**
 * Rewrites the digits of a field while they are typed, and returns the text: as Latin ones for codes, or in another way that keeps the
 * length. The cursor stays where it is.
 */
export function rewriteDigits(field: HTMLInputElement, write: (text: string) => string = latinDigits): string {
  const { value, selectionEnd } = field;
  const text = write(value);
  if (text === value) return text;
  field.value = text;
  // A field for addresses has no cursor to ask for.
  if (selectionEnd !== null) field.setSelectionRange(selectionEnd, selectionEnd);
  return text;
}

/** The digits of a text, in Latin, without all else. */
export const onlyDigits = (text: string) => latinDigits(text).replace(/\D/g, '');

/** An address or a number that a person typed or pasted: with Latin digits, and without the marks that nobody sees. */
export const typedLogin = (text: string) =>
  latinDigits(text)
    .replace(/[\p{Cf}\u034f]/gu, '')
    .trim();
