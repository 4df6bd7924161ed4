import type { Mark, Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { dayIn, type CalendarLocale, type IsoDay } from '~/kit/calendar-math';
import { CHOICE, choiceOf, isControl, keepsContent } from './docx-controls';

/** What somebody chooses in a control. */
export type Chosen =
  | { readonly kind: 'item'; readonly text: string; readonly value: string }
  | { readonly kind: 'date'; readonly day: IsoDay }
  | { readonly kind: 'mark' };

export interface ListItem {
  readonly text: string;
  readonly value: string;
}

export interface Control {
  readonly node: Node;
  /** Before the control. */
  readonly position: number;
  readonly isLocked: boolean;
  readonly kind: 'list' | 'date' | 'mark';
}

const xmlOf = ({ attrs }: Node) => String(attrs['rawPropertiesXml'] ?? '');

/** The words in the way of a position: a control around it in which something is chosen, the innermost one first. */
export function controlAt(state: EditorState, position: number): Control | null {
  const place = state.doc.resolve(Math.min(position, state.doc.content.size));
  let isLocked = false;
  let found: Omit<Control, 'isLocked'> | null = null;
  for (let depth = place.depth; depth > 0; depth -= 1) {
    const node = place.node(depth);
    if (!isControl(node)) continue;
    isLocked ||= keepsContent(node);
    const kind = choiceOf(node);
    if (kind && !found && lineIn(node)) found = { node, position: place.before(depth), kind };
  }
  return found && { ...found, isLocked };
}

/** Where the text of a control is: in it, or in its only paragraph. */
function lineIn(control: Node): { node: Node; offset: number } | null {
  if (control.isInline) return { node: control, offset: 0 };
  const only = control.childCount === 1 ? control.firstChild : null;
  return only?.isTextblock ? { node: only, offset: 1 } : null;
}

const unescape = (text: string) =>
  new DOMParser().parseFromString(`<p a="${text}"/>`, 'text/xml').documentElement.getAttribute('a') ?? '';
const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The library reads `&amp;` of an attribute and writes `&`, which no program reads. */
export const wellFormed = (xml: string) => xml.replaceAll(/&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)/gi, '&amp;');

/** The tag of an element by its local name, and the prefix that it has. */
const tagOf = (xml: string, local: string) => new RegExp(`<((?:[\\w-]+:)?)${local}(?=[\\s/>])[^>]*>`).exec(xml);

function attributeOf(tag: string | undefined, local: string): string | undefined {
  const value = new RegExp(`[\\s:]${local}="([^"]*)"`).exec(tag ?? '')?.[1];
  return value === undefined ? undefined : unescape(value);
}

/** An attribute of an element of the properties of a control. */
export const valueOf = (xml: string, element: string, attribute = 'val') =>
  attributeOf(tagOf(xml, element)?.[0], attribute);

/** Writes an attribute of an element of the properties, which has the prefix of its element. */
export function withValue(xml: string, element: string, attribute: string, value: string): string {
  const tag = tagOf(xml, element);
  if (!tag) return xml;
  const [before, prefix = ''] = tag;
  const said = `${prefix}${attribute}="${escape(value)}"`;
  const had = new RegExp(`[\\w-]*:?\\b${attribute}="[^"]*"`);
  const after = had.test(before)
    ? before.replace(had, () => said)
    : before.replace(/\s*\/?>$/, (end) => ` ${said}${end.trim()}`);
  return xml.replace(before, () => after);
}

const withoutPlaceholder = (xml: string) => xml.replace(/<(?:[\w-]+:)?showingPlcHdr(?:\s[^>]*)?\/>/, '');

/** The items of a list, without the line that only asks to choose one. */
export function itemsOf({ node }: Control): ListItem[] {
  const tags = xmlOf(node).match(/<(?:[\w-]+:)?listItem\s[^>]*>/g) ?? [];
  return tags
    .map((tag) => {
      const value = attributeOf(tag, 'value') ?? '';
      return { value, text: attributeOf(tag, 'displayText') ?? value };
    })
    .filter(({ value }) => value !== '');
}

/** The day that a control has, if it has one. */
export const dayOf = ({ node }: Control): IsoDay | null =>
  /^\d{4}-\d\d-\d\d/.exec(valueOf(xmlOf(node), 'date', 'fullDate') ?? '')?.[0] ?? null;

export const isChecked = (node: Node) => /^(1|true|on)$/i.test(valueOf(xmlOf(node), 'checked') ?? '0');

/** Years of the Persian calendar. */
const PERSIAN_YEAR = /(?<!\d)1[34]\d\d(?!\d)/;
const latin = (text: string) => text.replaceAll(/[۰-۹]/g, (digit) => String('۰۱۲۳۴۵۶۷۸۹'.indexOf(digit)));

/** A date control of a Persian document has Persian dates, and one that has a Persian date keeps them. */
function calendarOf({ node }: Control, isRtl: boolean): CalendarLocale {
  const language = valueOf(xmlOf(node), 'lid') ?? '';
  const isPersian = PERSIAN_YEAR.test(latin(node.textContent)) || (language ? /^fa\b/i.test(language) : isRtl);
  const zone = 'UTC';
  return isPersian
    ? { tag: 'fa-IR', system: 'persian', firstDay: 6, zone, rtl: true }
    : { tag: language || 'en-US', system: 'gregory', firstDay: 0, zone, rtl: false };
}

const two = (value: number) => String(value).padStart(2, '0');

/** A day by a format of Word. */
export function dateText(format: string, day: IsoDay, locale: CalendarLocale): string {
  const date = dayIn(day, locale);
  const moment = date.toDate('UTC');
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${locale.tag}-u-ca-${locale.system}`, { timeZone: 'UTC', ...options })
      .formatToParts(moment)
      .find(({ type }) => type in options)?.value ?? '';
  const digits = (text: string) =>
    locale.system === 'persian' ? text.replaceAll(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))) : text;
  return format.replaceAll(/'([^']*)'|y+|M+|d+/g, (part, said?: string) => {
    if (said !== undefined) return said;
    const { length } = part;
    if (part.startsWith('y')) return digits(length > 2 ? String(date.year) : two(date.year % 100));
    const isDay = part.startsWith('d');
    if (length > 2) return named({ [isDay ? 'weekday' : 'month']: length > 3 ? 'long' : 'short' });
    const value = isDay ? date.day : date.month;
    return digits(length > 1 ? two(value) : String(value));
  });
}

/** The sign of a state of a check box, and the font that has it. */
function signOf(xml: string, checked: boolean): { text: string; font: string | undefined } {
  const state = checked ? 'checkedState' : 'uncheckedState';
  const code = Number.parseInt(valueOf(xml, state) ?? '', 16);
  return {
    text: code > 0 && code < 0x11_00_00 ? String.fromCodePoint(code) : checked ? '☒' : '☐',
    font: valueOf(xml, state, 'font'),
  };
}

interface Writing {
  readonly text: string;
  readonly xml: string;
  readonly font?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

function writingOf(control: Control, chosen: Chosen, isRtl: boolean): Writing {
  const xml = withoutPlaceholder(xmlOf(control.node));
  if (chosen.kind === 'item') {
    const list = tagOf(xml, 'comboBox') ? 'comboBox' : 'dropDownList';
    return { text: chosen.text, xml: withValue(xml, list, 'lastValue', chosen.value) };
  }
  if (chosen.kind === 'date') {
    const format = valueOf(xml, 'dateFormat') || (isRtl ? 'yyyy/MM/dd' : 'M/d/yyyy');
    const text = dateText(format, chosen.day, calendarOf(control, isRtl));
    return { text, xml: withValue(xml, 'date', 'fullDate', `${chosen.day}T00:00:00Z`) };
  }
  const checked = !isChecked(control.node);
  return { ...signOf(xml, checked), xml: withValue(xml, 'checked', 'val', checked ? '1' : '0'), attrs: { checked } };
}

const firstText = (node: Node): Node | null => {
  let found: Node | null = null;
  node.descendants((child) => {
    if (child.isText) found ??= child;
    return !found;
  });
  return found;
};

/** Marks of what stands for a text that somebody should choose are not those of the text. */
const PLACEHOLDER = new Set(['runStyle', 'textColor']);

function marksOf({ node }: Control, font: string | undefined): readonly Mark[] {
  const had = firstText(node)?.marks ?? [];
  const isPlaceholder = node.attrs['showingPlaceholder'] === true;
  const marks = isPlaceholder ? had.filter(({ type }) => !PLACEHOLDER.has(type.name)) : had;
  const type = node.type.schema.marks['fontFamily'];
  const now = marks.find((mark) => mark.type === type);
  if (!font || !type || now?.attrs['ascii'] === font) return marks;
  return type.create({ ascii: font, hAnsi: font }).addToSet(marks);
}

/** A transaction that puts what was chosen into a control; null when its content is locked. */
export function chooseIn(state: EditorState, control: Control, chosen: Chosen): Transaction | null {
  const line = lineIn(control.node);
  if (control.isLocked || !line) return null;
  const paragraph = state.doc.resolve(control.position + 1);
  let isRtl = line.node.attrs['bidi'] === true;
  for (let depth = paragraph.depth; depth > 0; depth -= 1) isRtl ||= paragraph.node(depth).attrs['bidi'] === true;
  const { text, xml, font, attrs } = writingOf(control, chosen, isRtl);
  const from = control.position + 1 + line.offset;
  const tr = state.tr.replaceWith(from, from + line.node.content.size, state.schema.text(text, marksOf(control, font)));
  const now = { ...control.node.attrs, ...attrs, rawPropertiesXml: xml, showingPlaceholder: false };
  return tr.setNodeMarkup(control.position, undefined, now).setMeta(CHOICE, true);
}
