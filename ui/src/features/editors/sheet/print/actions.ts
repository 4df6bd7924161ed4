import { t } from '~/i18n';
import type { MenuEntry } from '~/kit/menu-items';
import { absolute, withName, withoutName } from '../book/names';
import type { Desk } from '../grid/desk';
import { pagesOf, PRINT_AREA } from '../book/pages';
import { notPrinted } from './not-printed';
import { tracksOf } from './printed';

/** Lets the browser print the sheet, when there is something to print and not too much of it, and all of it is printed. */
export function printSheet(desk: Desk): void {
  if (desk.editing && !desk.commit('stay')) return;
  const { rows, columns } = tracksOf(desk);
  const printed = pagesOf(desk.session.book, desk.sheet, rows, columns);
  if (!printed) desk.note('printTooLong');
  else if (printed.pages.length === 0) desk.note('printNothing');
  else if (notPrinted(desk.sheet, desk.sheet.print.heads) !== '') desk.askToPrint();
  else window.print();
}

const areaOn = ({ session: { book }, sheetId }: Desk) =>
  book.names.find(({ name, sheet }) => sheet === sheetId && name.toLowerCase() === PRINT_AREA.toLowerCase());

function setArea(desk: Desk): void {
  const { sheet, selection, session } = desk;
  const formula = absolute(sheet.name, selection.area);
  desk.act([{ kind: 'names', names: withName(session.book, { name: PRINT_AREA, sheet: sheet.id, formula }) }]);
}

export function printEntries(desk: Desk, onSetUp: () => void): MenuEntry[] {
  const area = areaOn(desk);
  return [
    { id: 'print', label: t('sheets.print'), shortcut: 'Ctrl+P', onSelect: () => printSheet(desk) },
    'separator',
    { id: 'set-area', label: t('sheets.printAreaSet'), onSelect: () => setArea(desk) },
    {
      id: 'clear-area',
      label: t('sheets.printAreaClear'),
      disabled: area === undefined,
      onSelect: () => area && desk.act([{ kind: 'names', names: withoutName(desk.session.book, area) }]),
    },
    { id: 'setup', label: t('sheets.pageSetup'), onSelect: onSetUp },
  ];
}
