import type { PDFPageProxy } from 'pdfjs-dist';

/** A text that lies on a page and is not of it: a note, or what was filled into a field. */
export interface PdfNote {
  readonly text: string;
  /** Where it lies, in percent of the page as it is shown. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Its text stands on the page; that of a remark at a place does not. */
  readonly isDrawn: boolean;
}

const HIDDEN = 2;
const FREE_TEXT = 3;
const WIDGET = 20;
/** A remark at a point, and those at text that is highlighted, underlined or struck through. */
const REMARKS = [1, 9, 10, 11, 12];
/** Notes of a page that are searched, as on the server. */
const MOST = 2000;

interface Annotation {
  readonly annotationType: number;
  readonly annotationFlags?: number;
  readonly rect: readonly [number, number, number, number];
  readonly contentsObj?: { readonly str?: string };
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly password?: boolean;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
}

/** What a field shows; nothing of a password or of a button. */
function valueOf({ fieldType, fieldValue, password, options = [] }: Annotation): string {
  if (password || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  return [fieldValue]
    .flat()
    .filter((value): value is string => typeof value === 'string')
    .map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
    .join('\n');
}

function textOf(annotation: Annotation): string {
  const { annotationType: type, annotationFlags: flags = 0, contentsObj } = annotation;
  if (flags & HIDDEN) return '';
  if (type === WIDGET) return valueOf(annotation);
  return type === FREE_TEXT || REMARKS.includes(type) ? (contentsObj?.str ?? '') : '';
}

/** A stretch of the page in percent. */
const shareOf = (from: number, to: number, of: number) => ({
  at: (Math.min(from, to) / of) * 100,
  size: (Math.abs(to - from) / of) * 100,
});

/** The notes and filled fields of a page; none when its annotations cannot be read. */
export async function notesOf(page: PDFPageProxy): Promise<PdfNote[]> {
  const all = (await page.getAnnotations().catch(() => [])) as Annotation[];
  const viewport = page.getViewport({ scale: 1 });
  return all.slice(0, MOST).flatMap((annotation) => {
    const text = textOf(annotation).trim();
    if (!text) return [];
    const [left, bottom, right, top] = annotation.rect;
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom) as number[];
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top) as number[];
    const [across, down] = [shareOf(x1, x2, viewport.width), shareOf(y1, y2, viewport.height)];
    const box = { left: across.at, top: down.at, width: across.size, height: down.size };
    return [{ text, box, isDrawn: !REMARKS.includes(annotation.annotationType) }];
  });
}

const BOX = 'pdf-found-note';
/** Finds the frame of the note that is shown now. */
export const CURRENT_NOTE = `.${BOX}[data-current]`;

/** Takes the frames away that drawNote made below an element. */
export function clearNotes(root: HTMLElement | null): void {
  for (const box of root?.querySelectorAll(`.${BOX}`) ?? []) box.remove();
}

/** Frames a note on a page; the one that is shown now says what no reader sees on the page. */
export function drawNote(sheet: HTMLElement, { text, box, isDrawn }: PdfNote, isCurrent: boolean): void {
  const letters = sheet.querySelector('.textLayer');
  if (!letters) return;
  const frame = document.createElement('div');
  frame.className = BOX;
  frame.toggleAttribute('data-current', isCurrent);
  for (const [side, value] of Object.entries(box)) frame.style.setProperty(side, `${value}%`);
  if (isCurrent && !isDrawn) {
    const words = document.createElement('div');
    words.dir = 'auto';
    words.textContent = text;
    words.toggleAttribute('data-left', box.left > 50);
    words.toggleAttribute('data-above', box.top > 70);
    frame.append(words);
  }
  letters.append(frame);
}
