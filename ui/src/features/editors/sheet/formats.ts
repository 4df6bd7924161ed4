import type { PlainKey } from '~/i18n';
import { DATE, PERSIAN_DATE } from './book/typed';

/** The formats of the menu, as workbooks write them. */
export const formats: readonly { readonly key: PlainKey; readonly code: string | undefined }[] = [
  { key: 'sheets.general', code: undefined },
  { key: 'sheets.number', code: '#,##0.00' },
  { key: 'sheets.whole', code: '#,##0' },
  { key: 'sheets.percent', code: '0%' },
  { key: 'sheets.rial', code: '#,##0" ریال"' },
  { key: 'sheets.toman', code: '#,##0" تومان"' },
  { key: 'sheets.dollar', code: '"$"#,##0.00' },
  { key: 'sheets.dateJalali', code: PERSIAN_DATE },
  { key: 'sheets.dateGregorian', code: DATE },
  { key: 'sheets.time', code: 'h:mm' },
  { key: 'sheets.plainText', code: '@' },
];

/** A format with one more or one fewer digit behind the point. */
export function withDecimals(code: string | undefined, more: boolean): string {
  const format = !code || code === 'General' ? (more ? '0' : '0.00') : code;
  return format
    .split(';')
    .map((part) => {
      // Digits in quotes and brackets are no digits of the format.
      let done = false;
      return part.replace(
        /"[^"]*"|\[[^\]]*\]|([#0](?:[#0,]*[#0])?)(\.[#0?]+)?/g,
        (all, whole?: string, fraction?: string) => {
          if (whole === undefined || done) return all;
          done = true;
          const digits = (fraction?.length ?? 1) - 1 + (more ? 1 : -1);
          return digits > 0 ? `${whole}.${'0'.repeat(Math.min(digits, 10))}` : whole;
        },
      );
    })
    .join(';');
}
