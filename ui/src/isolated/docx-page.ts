import type { FieldRun } from '@eigenpal/docx-editor-core/layout-engine';
import type { Node } from 'prosemirror-model';
import { inPersian } from './docx-paragraph';
import { editor } from './docx-ref';

/** What is known of a field when it is drawn. */
type Field = FieldRun & { readonly isRtl?: boolean };

/** Whether the result of a field runs from the right. */
export const isRtlField = ({ marks }: Node): boolean => marks.some(({ type }) => type.name === 'rtl');

/** The number of a page in the digits of the text in which it stands, as Word shows it. */
export const pageDigits = ({ isRtl }: Field, number: number): string =>
  isRtl === true ? inPersian(String(number)) : String(number);

const PER_INCH = 1440;
const PER_CM = PER_INCH / 2.54;

/** Where the margins of a page are given in inches, as its sizes are. */
const isInches = () => document.documentElement.lang !== 'fa' && /-(?:US|CA|LR|MM)$/.test(navigator.language);

export const marginUnit = () => (isInches() ? 'in' : document.documentElement.lang === 'fa' ? 'سم' : 'cm');

const twips = () => (isInches() ? PER_INCH : PER_CM);

/** Twentieths of a point in the unit of margins, to two digits. */
export const toMargin = (value: number) => Math.round((value / twips()) * 100) / 100;

/** Twentieths of a point, from the unit of margins. */
export const fromMargin = (value: number) => Math.round(value * twips());

/** The width of the text on the pages of the last section, in twentieths of a point. */
export function textWidth(): number {
  const page = editor.current?.getDocument()?.package.document.finalSectionProperties;
  const width = (page?.pageWidth ?? 12240) - (page?.marginLeft ?? PER_INCH) - (page?.marginRight ?? PER_INCH);
  return Math.max(width, PER_INCH);
}
