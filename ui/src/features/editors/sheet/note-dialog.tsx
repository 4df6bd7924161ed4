import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { noteAt } from './book/comments';
import type { SheetController } from './grid/sheet-controller';

/** As many letters as a cell takes. */
const MOST_LETTERS = 32_767;

/** What is said at the chosen cell. */
export function NoteDialog({
  controller,
  author,
  onClose,
}: {
  controller: SheetController;
  author: string;
  onClose: () => void;
}) {
  const { row, column } = controller.selection.anchor;
  const [text, setText] = useState(noteAt(controller.sheet, row, column)?.text ?? '');
  const save = () => {
    const said = text.trim();
    const note = said === '' ? null : { r: row, c: column, author: author.slice(0, 54), text: said };
    controller.applyChanges([{ kind: 'note', sheet: controller.sheetId, row, column, note }]);
    onClose();
    controller.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('sheets.noteTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('sheets.cancel')}</Button>
          <Button kind="solid" onClick={save}>
            {t('sheets.save')}
          </Button>
        </>
      }
    >
      <textarea
        aria-label={t('sheets.noteTitle')}
        dir="auto"
        rows={5}
        maxLength={MOST_LETTERS}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        }}
        className="w-full resize-y rounded-control border border-edge bg-surface px-3 py-2 text-fg focus:outline-2 focus:-outline-offset-1 focus:outline-brand"
      />
    </Dialog>
  );
}
