/** The colours around a document, and the language. */
export interface Look {
  readonly dark: boolean;
  readonly lang: string;
  /** Around the pages. */
  readonly ground: string;
  readonly brand: string;
  /** The name of a page, with {n} for its number. */
  readonly page: string;
}

/** The fonts that take the place of those that a document names and the device lacks. */
export interface Fonts {
  readonly arabic: ArrayBuffer;
  readonly latin: ArrayBuffer;
}

/** How changes that were tracked are shown: as changes, or the document after or before them. */
export const CHANGES_SHOWN = ['shown', 'accepted', 'original'] as const;
export type ChangesShown = (typeof CHANGES_SHOWN)[number];

/** A comment of a document, with the number of the one that it answers. */
export interface Comment {
  readonly author: string;
  readonly date: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly of: number | null;
}

/** What a document holds and is not drawn. */
export const MISSING = [
  'picture',
  'object',
  'chart',
  'diagram',
  'chunk',
  'ink',
  'control',
  'drawing',
  'comment',
] as const;
export type Missing = Readonly<Partial<Record<(typeof MISSING)[number], number>>>;

/** What is around the pages of a document. */
export interface Beside {
  readonly hasChanges: boolean;
  readonly comments: readonly Comment[];
  readonly missing: Missing;
}

/** A message of the app to the frame. */
export type Order =
  | {
      readonly type: 'show';
      readonly bytes: ArrayBuffer;
      readonly look: Look;
      /** Of what the frame itself says in a document; values are in braces. */
      readonly words?: Readonly<Record<string, string>>;
      readonly changes?: ChangesShown;
      /** The text runs through the window instead of standing on pages. */
      readonly flow?: boolean;
      readonly fonts?: Fonts;
      readonly wasm?: ArrayBuffer;
    }
  | { readonly type: 'look'; readonly look: Look }
  /** 1 fits the width. */
  | { readonly type: 'zoom'; readonly zoom: number }
  /** Marks the words and shows one of the places, from 0. No words: no marks. */
  | { readonly type: 'find'; readonly words: string; readonly at: number }
  | { readonly type: 'go'; readonly to: number }
  | { readonly type: 'changes'; readonly changes: ChangesShown }
  | { readonly type: 'flow'; readonly flow: boolean }
  | { readonly type: 'comments'; readonly shown: boolean }
  | { readonly type: 'comment'; readonly to: number }
  | EditOrder
  | { readonly type: 'ping' };

/** A message of the app to a frame with an editor. */
export type EditOrder =
  | {
      readonly type: 'edit';
      readonly bytes: ArrayBuffer;
      /** Of the document, to be taken instead of its own. */
      readonly parts: Readonly<Record<string, string>>;
      readonly look: Look;
      readonly fonts: Fonts;
      /** Of comments and of tracked changes. */
      readonly author: string;
      readonly readOnly: boolean;
    }
  | { readonly type: 'print' }
  | { readonly type: 'read-only'; readonly readOnly: boolean }
  /** Asks for the document as it is now; the answer has the same number. */
  | { readonly type: 'write'; readonly number: number };

/** Keys that mean something to the page around the frame. */
export const KEYS = ['Escape', 'ArrowLeft', 'ArrowRight', '+', '-', '0'] as const;

/** Why a document is not shown. */
export type Trouble = 'unreadable' | 'large';

/** The pixels of a decoded picture, or of a small one that stands for it until then. */
export interface PictureReport {
  readonly type: 'picture';
  readonly pixels: ArrayBuffer;
  readonly width: number;
  readonly height: number;
  /** Something can be seen through it. */
  readonly isClear: boolean;
  readonly isPreview: boolean;
}

/** A message of the frame to the app. */
export type Report =
  /** The page of the frame is there, and waits for its script. */
  | { readonly type: 'booted' }
  /** The script waits for a document. */
  | { readonly type: 'ready' }
  | { readonly type: 'shown'; readonly pages: number }
  | { readonly type: 'beside'; readonly beside: Beside }
  | { readonly type: 'comment'; readonly at: number }
  | { readonly type: 'at'; readonly page: number }
  | { readonly type: 'scale'; readonly scale: number }
  | { readonly type: 'found'; readonly at: number; readonly of: number }
  | { readonly type: 'link'; readonly address: string }
  | { readonly type: 'trouble'; readonly kind: Trouble }
  | { readonly type: 'key'; readonly key: (typeof KEYS)[number] }
  /** An editor shows the document. */
  | { readonly type: 'opened' }
  /** What an editor writes of the document without any change; it comes once, after the document is shown. */
  | { readonly type: 'untouched'; readonly bytes: ArrayBuffer }
  | { readonly type: 'changed' }
  | { readonly type: 'written'; readonly number: number; readonly bytes: ArrayBuffer }
  /** The editor could not write the document, and still has it. */
  | { readonly type: 'unwritten'; readonly number: number }
  /** A key in an editor asks the page around it to save. */
  | { readonly type: 'save' }
  | PictureReport
  | { readonly type: 'pong' };

const MOST = 1_000_000;
const count = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < MOST;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isComment(value: unknown): value is Comment {
  if (!isRecord(value)) return false;
  const { author, date, text, isDone, of } = value;
  return (
    [author, date, text].every((one) => typeof one === 'string') &&
    typeof isDone === 'boolean' &&
    (of === null || count(of))
  );
}

function isBeside(value: unknown): value is Beside {
  if (!isRecord(value) || typeof value['hasChanges'] !== 'boolean' || !isRecord(value['missing'])) return false;
  const { comments, missing } = value;
  return (
    Array.isArray(comments) &&
    comments.every(isComment) &&
    Object.entries(missing).every(([name, many]) => (MISSING as readonly string[]).includes(name) && count(many))
  );
}

const checks: { [Type in Report['type']]: (data: Record<string, unknown>) => boolean } = {
  booted: () => true,
  ready: () => true,
  pong: () => true,
  shown: ({ pages }) => count(pages),
  beside: ({ beside }) => isBeside(beside),
  comment: ({ at }) => count(at),
  at: ({ page }) => count(page),
  scale: ({ scale }) => typeof scale === 'number' && scale > 0 && scale < 100,
  found: ({ at, of }) => count(at) && count(of),
  link: ({ address }) => typeof address === 'string' && safeAddress(address) !== null,
  trouble: ({ kind }) => kind === 'unreadable' || kind === 'large',
  key: ({ key }) => (KEYS as readonly unknown[]).includes(key),
  opened: () => true,
  untouched: ({ bytes }) => bytes instanceof ArrayBuffer,
  changed: () => true,
  written: ({ number, bytes }) => count(number) && bytes instanceof ArrayBuffer,
  unwritten: ({ number }) => count(number),
  save: () => true,
  picture: ({ pixels, width, height, isClear, isPreview }) =>
    pixels instanceof ArrayBuffer &&
    count(width) &&
    count(height) &&
    pixels.byteLength === width * height * 4 &&
    typeof isClear === 'boolean' &&
    typeof isPreview === 'boolean',
};

/** The report, if the message is one: a hostile document may send anything. */
export function reportOf(data: unknown): Report | null {
  if (typeof data !== 'object' || data === null) return null;
  const type: unknown = Reflect.get(data, 'type');
  if (typeof type !== 'string' || !Object.hasOwn(checks, type)) return null;
  return checks[type as Report['type']](data as Record<string, unknown>) ? (data as Report) : null;
}

/** The address of a link of a document, if the app may open it; null for any other, such as javascript:. */
export function safeAddress(address: string): string | null {
  if (address.length > 4096 || !URL.canParse(address)) return null;
  const url = new URL(address);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}
