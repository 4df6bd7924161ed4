import { isRtl, num, t, type PlainKey } from '~/i18n';

type Attribute = 'aria-label' | 'title' | 'default-content' | 'text';
type Entry = readonly (readonly [Attribute, PlainKey])[];

const labelEntry = (key: PlainKey): Entry => [['aria-label', key]];
const button = (key: PlainKey): Entry => [
  ['aria-label', key],
  ['title', key],
];

const entries: Record<string, Entry> = {
  'pdfjs-free-text2': [
    ['aria-label', 'marks.textMark'],
    ['default-content', 'marks.typeHere'],
  ],
  'pdfjs-editor-ink-editor': labelEntry('marks.inkMark'),
  'pdfjs-editor-highlight-editor': labelEntry('marks.highlightMark'),
  'pdfjs-editor-stamp-editor': labelEntry('marks.pictureMark'),
  'pdfjs-editor-remove-freetext-button': button('marks.removeText'),
  'pdfjs-editor-remove-ink-button': button('marks.removeInk'),
  'pdfjs-editor-remove-highlight-button': button('marks.removeHighlight'),
  'pdfjs-editor-remove-stamp-button': button('marks.removePicture'),
  'pdfjs-editor-remove-signature-button': button('marks.removePicture'),
  'pdfjs-editor-resizer-top-left': labelEntry('marks.resizeTopLeft'),
  'pdfjs-editor-resizer-top-middle': labelEntry('marks.resizeTop'),
  'pdfjs-editor-resizer-top-right': labelEntry('marks.resizeTopRight'),
  'pdfjs-editor-resizer-middle-right': labelEntry('marks.resizeRight'),
  'pdfjs-editor-resizer-bottom-right': labelEntry('marks.resizeBottomRight'),
  'pdfjs-editor-resizer-bottom-middle': labelEntry('marks.resizeBottom'),
  'pdfjs-editor-resizer-bottom-left': labelEntry('marks.resizeBottomLeft'),
  'pdfjs-editor-resizer-middle-left': labelEntry('marks.resizeLeft'),
  'pdfjs-editor-colorpicker-button': button('marks.color'),
  'pdfjs-editor-color-picker-free-text-input': button('marks.color'),
  'pdfjs-editor-color-picker-ink-input': button('marks.color'),
};

const said: Record<string, PlainKey> = {
  'pdfjs-editor-freetext-added-alert': 'marks.textMark',
  'pdfjs-editor-ink-added-alert': 'marks.inkMark',
  'pdfjs-editor-highlight-added-alert': 'marks.highlightMark',
  'pdfjs-editor-stamp-added-alert': 'marks.pictureMark',
};

function write(element: Element): void {
  const id = element.getAttribute('data-l10n-id') ?? '';
  if (id === 'pdfjs-page-landmark') {
    const args = JSON.parse(element.getAttribute('data-l10n-args') ?? '{}') as { page?: number };
    element.setAttribute('aria-label', t('marks.page', { page: num(args.page ?? 0) }));
  }
  const added = said[id];
  if (added) element.textContent = t('marks.added', { what: t(added) });
  for (const [attribute, key] of entries[id] ?? []) element.setAttribute(attribute, t(key));
}

function writeAll(element: Element): void {
  if (element.hasAttribute('data-l10n-id')) write(element);
  element.querySelectorAll('[data-l10n-id]').forEach(write);
}

/** Puts our words where pdf.js names its own; returns how to stop. */
export function writeWords(root: HTMLElement): () => void {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') write(target as Element);
      else for (const node of addedNodes) if (node instanceof Element) writeAll(node);
    }
  });
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-l10n-id', 'data-l10n-args'],
  });
  writeAll(root);
  return () => observer.disconnect();
}

/** A stand-in for the translator of pdf.js: `writeWords` does the work. */
export const silentWords = {
  getLanguage: () => (isRtl() ? 'fa' : 'en-us'),
  getDirection: () => 'ltr',
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  pause: () => undefined,
  resume: () => undefined,
};
