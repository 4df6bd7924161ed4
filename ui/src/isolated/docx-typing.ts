import type { Node } from 'prosemirror-model';
import { visitMarked } from './docx-marked';

/** After the last key, until the document of the editor's components follows its text: ms. */
const PAUSE = 400;

let timer: ReturnType<typeof setTimeout> | undefined;
let follows = false;
let changed: () => void = () => undefined;

/** Calls back with each change of the text, at once. There is one editor in a frame. */
export function onBodyChange(listener: () => void): void {
  changed = listener;
}

/** A header or a footer changed, which the editor does not report. */
export const storyChanged = (): void => changed();

/** Whether the document that is reported now only repeats a change of the text that was reported before. */
export const isRepeatOfBodyChange = (): boolean => follows;

/**
 * Called by the editor with each change of its text, instead of converting the whole document and giving it to all of its
 * components: vite.editor.ts says where. The text itself and its pages are drawn at once and do not need this.
 */
export function bodyChanged<Doc>(convert: () => Doc | null | undefined, tell: (document: Doc) => void): void {
  changed();
  clearTimeout(timer);
  timer = setTimeout(() => {
    const document = convert();
    if (!document) return;
    follows = true;
    try {
      tell(document);
    } finally {
      follows = false;
    }
  }, PAUSE);
}

interface Parts {
  readonly package?: { readonly document?: object };
}

/** These are replaced by each conversion, and the layout has them from elsewhere. */
const without = (parts: object = {}, name: string) => Object.entries(parts).filter(([key]) => key !== name);

const sameValues = (one: [string, unknown][], other: [string, unknown][]) =>
  one.length === other.length && one.every(([key, value], at) => key === other[at]?.[0] && value === other[at][1]);

/** Whether two documents have the same parts but for the text: styles, headers, sections, notes. */
const sameParts = (one: Parts, other: Parts) =>
  sameValues(without(one, 'package'), without(other, 'package')) &&
  sameValues(without(one.package, 'document'), without(other.package, 'document')) &&
  sameValues(without(one.package?.document, 'content'), without(other.package?.document, 'content'));

let known: Parts | null | undefined;

/**
 * The document by which the editor tells whether its layout has to be made anew: the same one for as long as only the text
 * is another one, because the layout of the text was made when it changed.
 */
export function partsOf(document: Parts | null | undefined): Parts | null | undefined {
  if (!known || !document || !sameParts(known, document)) known = document;
  return known;
}

const shown = new Set<number>();

/**
 * Adds the comments that have a mark in the text now, and returns all that ever had one. vite.editor.ts says where it is
 * called: only a comment that had a mark can have lost it with its text.
 */
export function rememberComments(now: Iterable<number>): ReadonlySet<number> {
  for (const id of now) shown.add(id);
  return shown;
}

/** The comments that have a mark in a text. */
export function commentsIn(text: Node): Set<number> {
  const ids = new Set<number>();
  visitMarked(text, ({ marks }) => {
    for (const { type, attrs } of marks) if (type.name === 'comment') ids.add(Number(attrs['commentId']));
  });
  return ids;
}
