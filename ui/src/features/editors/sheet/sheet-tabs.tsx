import { ChevronDown, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { IconButton } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { toast } from '~/kit/toast';
import type { Sheet } from './book/book';
import { refusal } from './book/refusal';
import type { SheetController } from './grid/sheet-controller';

const WRONG = /[[\]:*?/\\]|^'|'$/;

/** An id that no sheet of the workbook has or had. */
let latest = 0;
function freeId({ session }: SheetController): string {
  for (const { id } of session.book.sheets) latest = Math.max(latest, Number(id) || 0);
  return String(++latest);
}

function freeName({ session }: SheetController): string {
  let number = session.book.sheets.length + 1;
  while (session.book.sheetByName(t('sheets.newSheet', { n: number }))) number++;
  return t('sheets.newSheet', { n: number });
}

/** The sheets of the workbook; the chosen one has a menu. */
export function SheetTabs({ controller }: { controller: SheetController }) {
  const { session, sheetId } = controller;
  const [renamed, setRenamed] = useState<Sheet | null>(null);
  const [deleted, setDeleted] = useState<Sheet | null>(null);
  const visible = session.book.sheets.filter(({ hidden }) => !hidden);
  const handleAdd = () => {
    const id = freeId(controller);
    const at = session.book.sheets.indexOf(controller.sheet) + 1;
    if (controller.applyChanges([{ kind: 'add', id, name: freeName(controller), at, rtl: controller.sheet.rtl }]))
      controller.open(id);
  };
  const move = (sheet: Sheet, by: number) => {
    const next = visible[visible.indexOf(sheet) + by];
    if (next) controller.applyChanges([{ kind: 'move', sheet: sheet.id, at: session.book.sheets.indexOf(next) }]);
  };
  const askDelete = (sheet: Sheet) => {
    const wrong = refusal(session.book, { kind: 'remove', sheet: sheet.id });
    if (wrong) controller.note(wrong);
    else if (visible.length === 1) toast({ title: t('sheets.lastSheet'), kind: 'error' });
    else setDeleted(sheet);
  };
  const askName = (sheet: Sheet) => {
    const wrong = refusal(session.book, { kind: 'rename', sheet: sheet.id, name: sheet.name });
    if (wrong) controller.note(wrong);
    else setRenamed(sheet);
  };
  const entriesOf = (sheet: Sheet) => [
    { id: 'rename', label: t('sheets.renameSheet'), onSelect: () => askName(sheet) },
    { id: 'back', label: t('sheets.moveBack'), disabled: visible[0] === sheet, onSelect: () => move(sheet, -1) },
    { id: 'on', label: t('sheets.moveOn'), disabled: visible.at(-1) === sheet, onSelect: () => move(sheet, 1) },
    'separator' as const,
    { id: 'delete', label: t('sheets.deleteSheet'), danger: true, onSelect: () => askDelete(sheet) },
  ];
  return (
    <div
      role="group"
      aria-label={t('sheets.sheetList')}
      className="scroll-thin flex min-w-0 flex-1 items-center gap-1 overflow-x-auto p-1"
    >
      {controller.canEdit && (
        <IconButton label={t('sheets.addSheet')} onClick={handleAdd}>
          <Plus size={18} aria-hidden="true" />
        </IconButton>
      )}
      {visible.map((sheet) => {
        const isOpen = sheet.id === sheetId;
        return (
          <span
            key={sheet.id}
            className={cx(
              'flex shrink-0 items-center rounded-control',
              isOpen ? 'bg-brand-soft font-semibold text-brand' : 'text-muted hover:bg-hover',
            )}
          >
            <button
              type="button"
              aria-pressed={isOpen}
              onClick={() => controller.open(sheet.id)}
              onDoubleClick={() => controller.canEdit && askName(sheet)}
              className={cx(
                'h-8 max-w-52 truncate rounded-control ps-3 pointer-coarse:h-10',
                isOpen && controller.canEdit ? 'pe-1' : 'pe-3',
              )}
            >
              <bdi>{sheet.name}</bdi>
            </button>
            {isOpen && controller.canEdit && (
              <Menu
                label={t('sheets.sheetMenu', { name: sheet.name })}
                side="top"
                entries={entriesOf(sheet)}
                trigger={
                  <button
                    type="button"
                    aria-label={t('sheets.sheetMenu', { name: sheet.name })}
                    className="grid h-8 w-7 place-items-center rounded-control hover:bg-hover pointer-coarse:h-10 pointer-coarse:w-9"
                  >
                    <ChevronDown size={14} aria-hidden="true" />
                  </button>
                }
              />
            )}
          </span>
        );
      })}
      {renamed && <RenameDialog controller={controller} sheet={renamed} onClose={() => setRenamed(null)} />}
      <Dialog
        open={deleted !== null}
        onOpenChange={(open) => !open && setDeleted(null)}
        title={t('sheets.deleteSheetTitle', { name: deleted?.name ?? '' })}
        description={t('sheets.deleteSheetText')}
        footer={
          <>
            <Button onClick={() => setDeleted(null)}>{t('sheets.cancel')}</Button>
            <Button
              kind="danger"
              onClick={() => {
                const next = visible[visible.indexOf(deleted as Sheet) - 1] ?? visible[1];
                const done = deleted && controller.applyChanges([{ kind: 'remove', sheet: deleted.id }]);
                if (done && next) controller.open(next.id);
                setDeleted(null);
              }}
            >
              {t('sheets.deleteSheet')}
            </Button>
          </>
        }
      />
    </div>
  );
}

function RenameDialog({
  controller,
  sheet,
  onClose,
}: {
  controller: SheetController;
  sheet: Sheet;
  onClose: () => void;
}) {
  const [name, setName] = useState(sheet.name);
  const [error, setError] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const keep = () => {
    const next = name.trim();
    const same = controller.session.book.sheetByName(next);
    if (next === '' || next.length > 31 || WRONG.test(next) || /^history$/i.test(next)) setError(t('sheets.nameWrong'));
    else if (same && same !== sheet) setError(t('sheets.nameTaken'));
    else {
      if (next !== sheet.name) controller.applyChanges([{ kind: 'rename', sheet: sheet.id, name: next }]);
      onClose();
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('sheets.renameSheet')}
      footer={
        <>
          <Button onClick={onClose}>{t('sheets.cancel')}</Button>
          <Button kind="solid" onClick={() => form.current?.requestSubmit()}>
            {t('sheets.save')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <TextField
          label={t('sheets.sheetName')}
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError('');
          }}
        />
      </form>
    </Dialog>
  );
}
