import { t } from '~/i18n';
import type { MenuEntry } from '~/kit/menu-items';
import { absolute, withName, withoutName } from '../book/names';
import type { SheetController } from '../grid/sheet-controller';
import { pagesOf, PRINT_AREA } from '../book/pages';
import { notPrinted } from './not-printed';
import { tracksOf } from './print-pages';

/** Lets the browser print the sheet, when there is something to print and not too much of it, and all of it is printed. */
export function printSheet(controller: SheetController): void {
  if (controller.editing && !controller.commit('stay')) return;
  const { rows, columns } = tracksOf(controller);
  const printed = pagesOf(controller.session.book, controller.sheet, rows, columns);
  if (!printed) controller.note('printTooLong');
  else if (printed.pages.length === 0) controller.note('printNothing');
  else if (notPrinted(controller.sheet, controller.sheet.print.headersFooters) !== '') controller.askToPrint();
  else window.print();
}

const areaOn = ({ session: { book }, sheetId }: SheetController) =>
  book.names.find(({ name, sheet }) => sheet === sheetId && name.toLowerCase() === PRINT_AREA.toLowerCase());

function setArea(controller: SheetController): void {
  const { sheet, selection, session } = controller;
  const formula = absolute(sheet.name, selection.area);
  controller.applyChanges([
    { kind: 'names', names: withName(session.book, { name: PRINT_AREA, sheet: sheet.id, formula }) },
  ]);
}

export function printEntries(controller: SheetController, onSetUp: () => void): MenuEntry[] {
  const area = areaOn(controller);
  return [
    { id: 'print', label: t('sheets.print'), shortcut: 'Ctrl+P', onSelect: () => printSheet(controller) },
    'separator',
    { id: 'set-area', label: t('sheets.printAreaSet'), onSelect: () => setArea(controller) },
    {
      id: 'clear-area',
      label: t('sheets.printAreaClear'),
      disabled: area === undefined,
      onSelect: () =>
        area && controller.applyChanges([{ kind: 'names', names: withoutName(controller.session.book, area) }]),
    },
    { id: 'setup', label: t('sheets.pageSetup'), onSelect: onSetUp },
  ];
}
