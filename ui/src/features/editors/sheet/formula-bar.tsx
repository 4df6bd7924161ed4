import { Check, X } from 'lucide-react';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { IconButton } from '~/kit/icon-button';
import { TypingField } from './grid/cell-editor';
import type { SheetController } from './grid/sheet-controller';
import { typedText } from './grid/shown';
import { NameBox } from './name-box';

const fieldClass =
  'block h-8 w-full min-w-0 resize-none overflow-x-auto overflow-y-hidden bg-transparent px-2 py-1.5 [text-align:match-parent] text-sm! leading-5 whitespace-nowrap outline-none [scrollbar-width:none]';

/** The address of the chosen cell, and what is in it. Both can be typed into. */
export function FormulaBar({ controller }: { controller: SheetController }) {
  const { editing, cell } = controller;
  const text =
    cell?.formula !== undefined ? `=${cell.formula}` : cell ? typedText(cell, controller.session.book.epoch) : '';
  return (
    <div className="relative z-30 flex min-h-11 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 print:hidden sm:px-3">
      <NameBox controller={controller} />
      {editing ? (
        <div key="done" className="flex shrink-0">
          <IconButton label={t('sheets.cancelTyping')} onClick={() => controller.cancel()}>
            <X size={17} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('sheets.keepTyping')} onClick={() => controller.commit('stay')}>
            <Check size={17} aria-hidden="true" />
          </IconButton>
        </div>
      ) : (
        <span key="sign" aria-hidden="true" className="text-sm text-muted italic">
          fx
        </span>
      )}
      {/* The key keeps the field, and with it the focus, when its neighbors change. */}
      <div
        key="field"
        className="relative min-w-0 flex-1 rounded-control ring-1 ring-line ring-inset focus-within:ring-2 focus-within:ring-brand"
      >
        <TypingField
          controller={controller}
          where="bar"
          label={t('sheets.formulaBar')}
          idle={text}
          className={cx(fieldClass, (editing?.text ?? text).startsWith('=') && 'font-mono')}
        />
      </div>
    </div>
  );
}
