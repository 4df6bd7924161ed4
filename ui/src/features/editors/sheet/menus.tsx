import { num, t } from '~/i18n';
import { copyText } from '~/kit/copy-text';
import type { MenuEntry } from '~/kit/menu-items';
import { toast } from '~/kit/toast';
import { written } from './book/clipboard';
import { resized } from './book/commands';
import { noteAt } from './book/comments';
import { around, sort } from './book/sort';
import { sizeOf } from './formula/address';
import type { Desk } from './grid/desk';
import { deleteLines, hideLines, insertLines } from './grid/lines';
import { areaSelection } from './grid/selection';
import { rawText, shownText } from './grid/shown';

/** Orders the chosen rows, or those around the chosen cell, by its column. */
function sortRows(desk: Desk, falling: boolean) {
  const { sheet, selection, session } = desk;
  const { row, column } = selection.anchor;
  const area = sizeOf(selection.area) === 1 ? around(sheet, row, column) : selection.area;
  const sorted = sort(session, sheet, area, column, falling);
  if (!sorted) desk.note('mergedSort');
  else if (desk.act(sorted.changes)) desk.choose(areaSelection(sorted.area));
}

const sortEntries = (desk: Desk): MenuEntry[] => [
  { id: 'rising', label: t('sheets.sortRising'), onSelect: () => sortRows(desk, false) },
  { id: 'falling', label: t('sheets.sortFalling'), onSelect: () => sortRows(desk, true) },
];

/** Rows and columns that come, go, or get another size. */
export const lineEntries = (desk: Desk, onSize: (axis: 'rows' | 'columns') => void): MenuEntry[] => [
  { id: 'above', label: t('sheets.insertAbove'), onSelect: () => insertLines(desk, 'rows', 'before') },
  { id: 'below', label: t('sheets.insertBelow'), onSelect: () => insertLines(desk, 'rows', 'behind') },
  { id: 'before', label: t('sheets.insertBefore'), onSelect: () => insertLines(desk, 'columns', 'before') },
  { id: 'behind', label: t('sheets.insertAfter'), onSelect: () => insertLines(desk, 'columns', 'behind') },
  'separator',
  ...sortEntries(desk),
  'separator',
  { id: 'height', label: t('sheets.rowHeight'), onSelect: () => onSize('rows') },
  { id: 'width', label: t('sheets.columnWidth'), onSelect: () => onSize('columns') },
  'separator',
  { id: 'hide-rows', label: t('sheets.hideRows'), onSelect: () => hideLines(desk, 'rows', true) },
  { id: 'hide-columns', label: t('sheets.hideColumns'), onSelect: () => hideLines(desk, 'columns', true) },
  { id: 'show-rows', label: t('sheets.showRows'), onSelect: () => hideLines(desk, 'rows', false) },
  { id: 'show-columns', label: t('sheets.showColumns'), onSelect: () => hideLines(desk, 'columns', false) },
  'separator',
  { id: 'rows', label: t('sheets.deleteRows'), danger: true, onSelect: () => deleteLines(desk, 'rows') },
  { id: 'columns', label: t('sheets.deleteColumns'), danger: true, onSelect: () => deleteLines(desk, 'columns') },
];

const SIZES = [8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 36];
/** The size of what no one gave another. */
export const USUAL_SIZE = 11;

/** Sizes of the text in points. Rows become high enough for it. */
export const sizeEntries = (desk: Desk): MenuEntry[] =>
  SIZES.map((size) => ({
    id: String(size),
    label: num(size),
    checked: size === (desk.look.size ?? USUAL_SIZE),
    onSelect: () => {
      const { sheet, selection } = desk;
      const changes = resized(sheet, selection.area, size);
      if (changes) desk.act(changes);
      else desk.note('tooLarge');
    },
  }));

/** Fonts that Persian offices and Excel use; the device need not have them. */
const FONTS = ['Vazirmatn', 'B Nazanin', 'B Mitra', 'B Titr', 'Tahoma', 'Calibri', 'Arial', 'Times New Roman'];

/** Fonts: those of the file and the common ones. */
export function fontEntries(desk: Desk): MenuEntry[] {
  const { fonts } = desk.session.book;
  return [...new Set([...FONTS, ...fonts.all])].map((font, at) => ({
    id: `font-${at}`,
    label: font,
    checked: font === (desk.look.font ?? fonts.usual),
    onSelect: () => desk.dress({ font }),
  }));
}

export function freezeEntries(desk: Desk): MenuEntry[] {
  const { frozen } = desk.sheet;
  const { row, column } = desk.selection.anchor;
  return [
    { id: 'row', label: t('sheets.freezeRow'), onSelect: () => desk.freeze(1, 0) },
    { id: 'column', label: t('sheets.freezeColumn'), onSelect: () => desk.freeze(0, 1) },
    {
      id: 'here',
      label: t('sheets.freezeHere'),
      disabled: (row === 1 && column === 1) || row > 60 || column > 20,
      onSelect: () => desk.freeze(row - 1, column - 1),
    },
    'separator',
    {
      id: 'none',
      label: t('sheets.unfreeze'),
      disabled: frozen.rows === 0 && frozen.columns === 0,
      onSelect: () => desk.freeze(0, 0),
    },
  ];
}

/** Browsers let a page read the clipboard only when the user allows it. */
async function pasteFrom(desk: Desk, valuesOnly: boolean) {
  try {
    const [item] = await navigator.clipboard.read();
    const part = async (type: string) => (item?.types.includes(type) ? (await item.getType(type)).text() : '');
    desk.paste(await part('text/plain'), await part('text/html'), valuesOnly);
  } catch {
    toast({ title: t('sheets.clipboardBlocked'), kind: 'error' });
  }
}

const blob = (type: string, content: string) => new Blob([content], { type });

async function copyTo(desk: Desk, cut: boolean) {
  const { sheet, selection, session } = desk;
  const { epoch } = session.book;
  const { text, html } = written(
    sheet,
    selection.area,
    (cell) => rawText(cell, epoch),
    (cell) => shownText(cell, epoch),
  );
  desk.clipboard.keep(sheet, selection.area, text, cut);
  desk.choose(selection);
  if (!('clipboard' in navigator)) return void copyText(text);
  return navigator.clipboard
    .write([new ClipboardItem({ 'text/plain': blob('text/plain', text), 'text/html': blob('text/html', html) })])
    .catch(() => undefined);
}

/** What is said at the chosen cell. */
function noteEntries(desk: Desk, onNote: () => void): MenuEntry[] {
  const { row, column } = desk.selection.anchor;
  const has = noteAt(desk.sheet, row, column) !== undefined;
  const remove = () => void desk.act([{ kind: 'note', sheet: desk.sheetId, row, column, note: null }]);
  return [
    { id: 'note', label: has ? t('sheets.noteEdit') : t('sheets.noteAdd'), shortcut: 'Shift+F2', onSelect: onNote },
    ...(has ? [{ id: 'note-delete', label: t('sheets.noteDelete'), danger: true, onSelect: remove }] : []),
  ];
}

/** The menu of the cells. */
export const cellEntries = (
  desk: Desk,
  onSize: (axis: 'rows' | 'columns') => void,
  onNote: () => void,
): MenuEntry[] => [
  ...(desk.canEdit
    ? [{ id: 'cut', label: t('sheets.cut'), shortcut: 'Ctrl+X', onSelect: () => void copyTo(desk, true) }]
    : []),
  { id: 'copy', label: t('sheets.copy'), shortcut: 'Ctrl+C', onSelect: () => void copyTo(desk, false) },
  ...(desk.canEdit
    ? ([
        { id: 'paste', label: t('sheets.paste'), shortcut: 'Ctrl+V', onSelect: () => void pasteFrom(desk, false) },
        {
          id: 'values',
          label: t('sheets.pasteValues'),
          shortcut: 'Ctrl+Shift+V',
          onSelect: () => void pasteFrom(desk, true),
        },
        'separator',
        ...noteEntries(desk, onNote),
        'separator',
        ...lineEntries(desk, onSize),
        'separator',
        { id: 'fill', label: t('sheets.fillDown'), shortcut: 'Ctrl+D', onSelect: () => desk.fill('down') },
        { id: 'clear', label: t('sheets.clear'), shortcut: 'Delete', onSelect: () => desk.clear() },
      ] as MenuEntry[])
    : []),
];
