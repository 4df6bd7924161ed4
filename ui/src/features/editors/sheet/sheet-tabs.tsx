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
import type { Desk } from './grid/desk';

const WRONG = /[[\]:*?/\\]|^'|'$/;

/** An id that no sheet of the workbook has or had. */
let latest = 0;
function freeId({ session }: Desk): string {
  for (const { id } of session.book.sheets) latest = Math.max(latest, Number(id) || 0);
  return String(++latest);
}

function freeName({ session }: Desk): string {
  let number = session.book.sheets.length + 1;
  while (session.book.named(t('sheets.newSheet', { n: number }))) number++;
  return t('sheets.newSheet', { n: number });
}

/** The sheets of the workbook; the chosen one has a menu. */
export function SheetTabs({ desk }: { desk: Desk }) {
  const { session, sheetId } = desk;
  const [renamed, setRenamed] = useState<Sheet | null>(null);
  const [deleted, setDeleted] = useState<Sheet | null>(null);
  const visible = session.book.sheets.filter(({ hidden }) => !hidden);
  const handleAdd = () => {
    const id = freeId(desk);
    const at = session.book.sheets.indexOf(desk.sheet) + 1;
    if (desk.act([{ kind: 'add', id, name: freeName(desk), at, rtl: desk.sheet.rtl }])) desk.open(id);
  };
  const move = (sheet: Sheet, by: number) => {
    const next = visible[visible.indexOf(sheet) + by];
    if (next) desk.act([{ kind: 'move', sheet: sheet.id, at: session.book.sheets.indexOf(next) }]);
  };
  const askDelete = (sheet: Sheet) => {
    const wrong = refusal(session.book, { kind: 'remove', sheet: sheet.id });
    if (wrong) desk.note(wrong);
    else if (visible.length === 1) toast({ title: t('sheets.lastSheet'), kind: 'error' });
    else setDeleted(sheet);
  };
  const askName = (sheet: Sheet) => {
    const wrong = refusal(session.book, { kind: 'rename', sheet: sheet.id, name: sheet.name });
    if (wrong) desk.note(wrong);
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
      {desk.canEdit && (
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
              onClick={() => desk.open(sheet.id)}
              onDoubleClick={() => desk.canEdit && askName(sheet)}
              className={cx(
                'h-8 max-w-52 truncate rounded-control ps-3 pointer-coarse:h-10',
                isOpen && desk.canEdit ? 'pe-1' : 'pe-3',
              )}
            >
              <bdi>{sheet.name}</bdi>
            </button>
            {isOpen && desk.canEdit && (
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
      {renamed && <RenameDialog desk={desk} sheet={renamed} onClose={() => setRenamed(null)} />}
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
                const done = deleted && desk.act([{ kind: 'remove', sheet: deleted.id }]);
                if (done && next) desk.open(next.id);
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

function RenameDialog({ desk, sheet, onClose }: { desk: Desk; sheet: Sheet; onClose: () => void }) {
  const [name, setName] = useState(sheet.name);
  const [error, setError] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const keep = () => {
    const next = name.trim();
    const same = desk.session.book.named(next);
    if (next === '' || next.length > 31 || WRONG.test(next) || /^history$/i.test(next)) setError(t('sheets.nameWrong'));
    else if (same && same !== sheet) setError(t('sheets.nameTaken'));
    else {
      if (next !== sheet.name) desk.act([{ kind: 'rename', sheet: sheet.id, name: next }]);
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
