/** The headers and footers of a sheet, in the codes of workbooks. */
export interface HeadersFooters {
  /** The header and the footer of pages that have none of their own. */
  readonly odd: Pair;
  readonly even: Pair;
  readonly first: Pair;
  /** Even pages have their own. */
  readonly onEven: boolean;
  readonly onFirst: boolean;
  /** As large as they say, whatever the scale of the page is. */
  readonly fixed: boolean;
  /** Whatever the margins are. */
  readonly wide: boolean;
}

type Pair = readonly [header: string, footer: string];

export type Kind = 'odd' | 'even' | 'first';

export const NO_HEADERS_FOOTERS: HeadersFooters = {
  odd: ['', ''],
  even: ['', ''],
  first: ['', ''],
  onEven: false,
  onFirst: false,
  fixed: false,
  wide: false,
};

/** Excel takes a workbook with a longer header for damaged. */
export const LONGEST_HEAD = 255;

export const PLACES = ['left', 'center', 'right'] as const;
export type HeadPlace = (typeof PLACES)[number];
export type Sections = Readonly<Record<HeadPlace, string>>;

/** What a page says itself, by the letters of its codes. */
export const FIELDS = {
  P: 'page',
  N: 'pages',
  D: 'date',
  T: 'time',
  F: 'file',
  A: 'sheet',
  Z: 'path',
  G: 'picture',
} as const;
export type Field = (typeof FIELDS)[keyof typeof FIELDS];

/** The pages with these numbers, the first of them or not, have these texts. */
export function headerAndFooterOf(all: HeadersFooters, number: number, isFirst: boolean): Pair {
  if (isFirst && all.onFirst) return all.first;
  return all.onEven && number % 2 === 0 ? all.even : all.odd;
}

const PARTS = /&(?:"[^"]*"|K(?:[0-9A-F]{6}|\d\d[+-]\d{3})|\d{1,3}|P(?:[+-]\d+)?|.)|[^&]+/gis;

const partsOf = (text: string) => text.match(PARTS) ?? [];

/** Takes a header apart. Without a code it stands in the middle. */
export function splitHead(text: string): Sections {
  const sections = { left: '', center: '', right: '' };
  let place: HeadPlace = 'center';
  for (const part of partsOf(text)) {
    const next = ({ '&L': 'left', '&C': 'center', '&R': 'right' } as const)[part.toUpperCase()];
    if (next) place = next;
    else sections[place] += part;
  }
  return sections;
}

/** Puts a header together. */
export const joinHead = ({ left, center, right }: Sections) =>
  (left && `&L${left}`) + (center && `&C${center}`) + (right && `&R${right}`);

/** A text or a field with its look. */
export interface HeadPart {
  readonly text?: string;
  readonly field?: Field;
  /** Is added to the number of the page. */
  readonly plus?: number;
  readonly look: HeadLook;
}

export interface HeadLook {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: 'single' | 'double' | undefined;
  readonly strike?: boolean;
  readonly raised?: 'super' | 'sub' | undefined;
  readonly font?: string;
  /** Points. */
  readonly size?: number;
  /** RRGGBB. */
  readonly color?: string;
}

/** The look behind a code; null when the code says nothing of it. */
function lookBehind(look: HeadLook, code: string): HeadLook | null {
  const under = (kind: 'single' | 'double') => ({ ...look, underline: look.underline === kind ? undefined : kind });
  const raise = (kind: 'super' | 'sub') => ({ ...look, raised: look.raised === kind ? undefined : kind });
  if (code.startsWith('"')) {
    const [font = '', style = ''] = code.slice(1, -1).split(',');
    const styled = { ...look, bold: /bold/i.test(style), italic: /italic|oblique/i.test(style) };
    return font === '-' || font === '' ? styled : { ...styled, font };
  }
  if (/^\d/.test(code)) return { ...look, size: Number(code) };
  switch (code[0]?.toUpperCase()) {
    case 'B':
      return { ...look, bold: !look.bold };
    case 'I':
      return { ...look, italic: !look.italic };
    case 'U':
      return under('single');
    case 'E':
      return under('double');
    case 'S':
      return { ...look, strike: !look.strike };
    case 'X':
      return raise('super');
    case 'Y':
      return raise('sub');
    case 'K':
      // The colours of themes are those of plain text in nearly all headers.
      return code.length === 7 && !/[+-]/.test(code) ? { ...look, color: code.slice(1) } : look;
    default:
      return null;
  }
}

/** The texts and fields of a section, each with its look. */
export function readHead(section: string): HeadPart[] {
  const found: HeadPart[] = [];
  let look: HeadLook = {};
  const add = (part: Omit<HeadPart, 'look'>) => found.push({ ...part, look });
  for (const part of partsOf(section)) {
    const code = part.slice(1);
    const field = part.startsWith('&') ? FIELDS[code[0]?.toUpperCase() as keyof typeof FIELDS] : undefined;
    if (!part.startsWith('&')) add({ text: part });
    else if (code === '&') add({ text: '&' });
    else if (field) add({ field, ...(code.length > 1 && { plus: Number(code.slice(1)) }) });
    else look = lookBehind(look, code) ?? look;
  }
  return found;
}

/** A section as people edit it: fields are words in brackets, and the look with which it begins is kept apart. */
export interface OpenHead {
  readonly look: string;
  readonly text: string;
}

export type FieldWords = Readonly<Record<Field, string>>;

const isLook = (part: string) => part.startsWith('&') && lookBehind({}, part.slice(1)) !== null;

export function openHead(section: string, words: FieldWords): OpenHead {
  const parts = partsOf(section);
  const begin = parts.findIndex((part) => !isLook(part));
  const rest = begin < 0 ? [] : parts.slice(begin);
  const shown = rest.map((part) => {
    if (!part.startsWith('&')) return part;
    if (part === '&&') return '&';
    const field = FIELDS[part[1]?.toUpperCase() as keyof typeof FIELDS];
    return field && part.length === 2 ? `[${words[field]}]` : `[${part}]`;
  });
  // A space keeps the size of letters apart from digits.
  const text = shown.join('');
  return { look: parts.slice(0, begin < 0 ? parts.length : begin).join(''), text: text.replace(/^ (?=\d)/, '') };
}

/** The section that was edited, in the codes of workbooks. */
export function closeHead({ look, text }: OpenHead, words: FieldWords): string {
  const codeOf = new Map(Object.entries(FIELDS).map(([letter, field]) => [words[field], `&${letter}`]));
  const shown = text.replaceAll('\r\n', '\n').trimEnd();
  let written = '';
  for (const part of shown.match(/\[[^\][]*\]|[^[]+|\[/g) ?? []) {
    const inner = part.startsWith('[') && part.endsWith(']') ? part.slice(1, -1) : '';
    const code = codeOf.get(inner) ?? (/^&[^&]/.test(inner) ? inner : undefined);
    const next = code ?? part.replaceAll('&', '&&');
    written += /&(?:\d+|P[+-]\d+)$/i.test(look + written) && /^\d/.test(next) ? ` ${next}` : next;
  }
  return written === '' ? '' : look + written;
}

/** Whether something of a header, or of all that are used, is a picture or the folder of the file. */
export const hasField = (all: HeadersFooters, field: Field) =>
  [all.odd, ...(all.onEven ? [all.even] : []), ...(all.onFirst ? [all.first] : [])]
    .flat()
    .some((text) => readHead(text).some((part) => part.field === field));
