import { num, t } from '~/i18n';
import { copyText } from '~/kit/copy-text';
import type { MenuEntry } from '~/kit/menu-items';
import { toast } from '~/kit/toast';
import { writeForms } from './book/clipboard';
import { resizeText } from './book/commands';
import { noteAt } from './book/comments';
import { around, sort } from './book/sort';
import { sizeOf } from './formula/address';
import type { SheetController } from './grid/sheet-controller';
import { deleteLines, hideLines, insertLines } from './grid/lines';
import { areaSelection } from './grid/selection';
import { rawText, shownText } from './grid/shown';

/** Orders the chosen rows, or those around the chosen cell, by its column. */
function sortRows(controller: SheetController, falling: boolean) {
  const { sheet, selection, session } = controller;
  const { row, column } = selection.anchor;
  const area = sizeOf(selection.area) === 1 ? around(sheet, row, column) : selection.area;
  const sorted = sort(session, sheet, area, column, falling);
  if (!sorted) controller.note('mergedSort');
  else if (controller.applyChanges(sorted.changes)) controller.choose(areaSelection(sorted.area));
}

const sortEntries = (controller: SheetController): MenuEntry[] => [
  { id: 'rising', label: t('sheets.sortRising'), onSelect: () => sortRows(controller, false) },
  { id: 'falling', label: t('sheets.sortFalling'), onSelect: () => sortRows(controller, true) },
];

/** Rows and columns that come, go, or get another size. */
export const lineEntries = (controller: SheetController, onSize: (axis: 'rows' | 'columns') => void): MenuEntry[] => [
  { id: 'above', label: t('sheets.insertAbove'), onSelect: () => insertLines(controller, 'rows', 'before') },
  { id: 'below', label: t('sheets.insertBelow'), onSelect: () => insertLines(controller, 'rows', 'behind') },
  { id: 'before', label: t('sheets.insertBefore'), onSelect: () => insertLines(controller, 'columns', 'before') },
  { id: 'behind', label: t('sheets.insertAfter'), onSelect: () => insertLines(controller, 'columns', 'behind') },
  'separator',
  ...sortEntries(controller),
  'separator',
  { id: 'height', label: t('sheets.rowHeight'), onSelect: () => onSize('rows') },
  { id: 'width', label: t('sheets.columnWidth'), onSelect: () => onSize('columns') },
  'separator',
  { id: 'hide-rows', label: t('sheets.hideRows'), onSelect: () => hideLines(controller, 'rows', true) },
  { id: 'hide-columns', label: t('sheets.hideColumns'), onSelect: () => hideLines(controller, 'columns', true) },
  { id: 'show-rows', label: t('sheets.showRows'), onSelect: () => hideLines(controller, 'rows', false) },
  { id: 'show-columns', label: t('sheets.showColumns'), onSelect: () => hideLines(controller, 'columns', false) },
  'separator',
  { id: 'rows', label: t('sheets.deleteRows'), danger: true, onSelect: () => deleteLines(controller, 'rows') },
  { id: 'columns', label: t('sheets.deleteColumns'), danger: true, onSelect: () => deleteLines(controller, 'columns') },
];

const SIZES = [8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 36];
/** The size of what no one gave another. */
export const USUAL_SIZE = 11;

/** Sizes of the text in points. Rows become high enough for it. */
export const sizeEntries = (controller: SheetController): MenuEntry[] =>
  SIZES.map((size) => ({
    id: String(size),
    label: num(size),
    checked: size === (controller.look.size ?? USUAL_SIZE),
    onSelect: () => {
      const { sheet, selection } = controller;
      const changes = resizeText(sheet, selection.area, size);
      if (changes) controller.applyChanges(changes);
      else controller.note('tooLarge');
    },
  }));

/** Fonts that Persian offices and Excel use; the device need not have them. */
const FONTS = ['Vazirmatn', 'B Nazanin', 'B Mitra', 'B Titr', 'Tahoma', 'Calibri', 'Arial', 'Times New Roman'];

/** Fonts: those of the file and the common ones. */
export function fontEntries(controller: SheetController): MenuEntry[] {
  const { fonts } = controller.session.book;
  return [...new Set([...FONTS, ...fonts.all])].map((font, at) => ({
    id: `font-${at}`,
    label: font,
    checked: font === (controller.look.font ?? fonts.usual),
    onSelect: () => controller.applyLook({ font }),
  }));
}

export function freezeEntries(controller: SheetController): MenuEntry[] {
  const { frozen } = controller.sheet;
  const { row, column } = controller.selection.anchor;
  return [
    { id: 'row', label: t('sheets.freezeRow'), onSelect: () => controller.freeze(1, 0) },
    { id: 'column', label: t('sheets.freezeColumn'), onSelect: () => controller.freeze(0, 1) },
    {
      id: 'here',
      label: t('sheets.freezeHere'),
      disabled: (row === 1 && column === 1) || row > 60 || column > 20,
      onSelect: () => controller.freeze(row - 1, column - 1),
    },
    'separator',
    {
      id: 'none',
      label: t('sheets.unfreeze'),
      disabled: frozen.rows === 0 && frozen.columns === 0,
      onSelect: () => controller.freeze(0, 0),
    },
  ];
}

/** Browsers let a page read the clipboard only when the user allows it. */
async function pasteFrom(controller: SheetController, valuesOnly: boolean) {
  try {
    const [item] = await navigator.clipboard.read();
    const part = async (type: string) => (item?.types.includes(type) ? (await item.getType(type)).text() : '');
    controller.paste(await part('text/plain'), await part('text/html'), valuesOnly);
  } catch {
    toast({ title: t('sheets.clipboardBlocked'), kind: 'error' });
  }
}

const blob = (type: string, content: string) => new Blob([content], { type });

async function copyTo(controller: SheetController, cut: boolean) {
  const { sheet, selection, session } = controller;
  const { epoch } = session.book;
  const { text, html } = writeForms(
    sheet,
    selection.area,
    (cell) => rawText(cell, epoch),
    (cell) => shownText(cell, epoch),
  );
  controller.clipboard.keep(sheet, selection.area, text, cut);
  controller.choose(selection);
  if (!('clipboard' in navigator)) return void copyText(text);
  return navigator.clipboard
    .write([new ClipboardItem({ 'text/plain': blob('text/plain', text), 'text/html': blob('text/html', html) })])
    .catch(() => undefined);
}

/** What is said at the chosen cell. */
function noteEntries(controller: SheetController, onNote: () => void): MenuEntry[] {
  const { row, column } = controller.selection.anchor;
  const has = noteAt(controller.sheet, row, column) !== undefined;
  const remove = () =>
    void controller.applyChanges([{ kind: 'note', sheet: controller.sheetId, row, column, note: null }]);
  return [
    { id: 'note', label: has ? t('sheets.noteEdit') : t('sheets.noteAdd'), shortcut: 'Shift+F2', onSelect: onNote },
    ...(has ? [{ id: 'note-delete', label: t('sheets.noteDelete'), danger: true, onSelect: remove }] : []),
  ];
}

/** The menu of the cells. */
export const cellEntries = (
  controller: SheetController,
  onSize: (axis: 'rows' | 'columns') => void,
  onNote: () => void,
): MenuEntry[] => [
  ...(controller.canEdit
    ? [{ id: 'cut', label: t('sheets.cut'), shortcut: 'Ctrl+X', onSelect: () => void copyTo(controller, true) }]
    : []),
  { id: 'copy', label: t('sheets.copy'), shortcut: 'Ctrl+C', onSelect: () => void copyTo(controller, false) },
  ...(controller.canEdit
    ? ([
        {
          id: 'paste',
          label: t('sheets.paste'),
          shortcut: 'Ctrl+V',
          onSelect: () => void pasteFrom(controller, false),
        },
        {
          id: 'values',
          label: t('sheets.pasteValues'),
          shortcut: 'Ctrl+Shift+V',
          onSelect: () => void pasteFrom(controller, true),
        },
        'separator',
        ...noteEntries(controller, onNote),
        'separator',
        ...lineEntries(controller, onSize),
        'separator',
        { id: 'fill', label: t('sheets.fillDown'), shortcut: 'Ctrl+D', onSelect: () => controller.fill('down') },
        { id: 'clear', label: t('sheets.clear'), shortcut: 'Delete', onSelect: () => controller.clear() },
      ] as MenuEntry[])
    : []),
];
