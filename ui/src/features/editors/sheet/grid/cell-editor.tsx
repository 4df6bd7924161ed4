import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { HEAD_HEIGHT, HEAD_WIDTH } from '~/features/viewers/sheet/cells';
import type { Track } from '~/features/viewers/sheet/layout';
import { isRtl, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { cellName } from '../formula/address';
import { mergeAt } from '../book/book';
import type { SheetController } from './sheet-controller';
import { arrowOf } from './keys';
import { useSuggestions, Suggestions } from './suggestions';

type Props = { controller: SheetController; rows: Track; columns: Track; scroller: RefObject<HTMLDivElement | null> };

/** Keys while something is typed; whether they meant something. */
export function runTypingKey(controller: SheetController, event: KeyboardEvent): boolean {
  const { editing } = controller;
  if (!editing || event.nativeEvent?.isComposing) return false;
  const arrow = arrowOf(event.key, controller.sheet.rtl);
  if (arrow && editing.arrows && !event.shiftKey && !editing.text.startsWith('=')) {
    if (controller.commit('stay')) controller.step(...arrow);
    return true;
  }
  switch (event.key) {
    case 'Enter':
      if (event.altKey || event.ctrlKey) return false;
      controller.commit(event.shiftKey ? 'up' : 'down');
      return true;
    case 'Tab':
      controller.commit(event.shiftKey ? 'previous' : 'next');
      return true;
    case 'Escape':
      controller.cancel();
      return true;
    case 'F4':
      controller.cycleReference();
      return true;
    default:
      return false;
  }
}

/** Formulas run from the left; other text in the direction of its letters. */
const directionOf = (text: string) => (text.startsWith('=') ? 'ltr' : 'auto');

/** The field for a cell or for the bar above the sheet. Both show the same text. */
export function TypingField({
  controller,
  where,
  label,
  className,
  idle,
}: {
  controller: SheetController;
  where: 'cell' | 'bar';
  label: string;
  className: string;
  /** The text while nothing is typed. */
  idle?: string;
}) {
  const { editing } = controller;
  const field = useRef<HTMLTextAreaElement>(null);
  const suggestions = useSuggestions(controller);
  const mine = editing?.where === where;
  useLayoutEffect(() => {
    const input = field.current;
    if (!input || !editing || !mine) return;
    if (document.activeElement !== input) input.focus({ preventScroll: true });
    if (input.selectionEnd !== editing.caret) input.setSelectionRange(editing.caret, editing.caret);
  }, [mine, editing]);
  if (!editing && idle === undefined) return null;
  const text = editing?.text ?? idle ?? '';
  const wrong = editing?.wrong;
  return (
    <>
      <textarea
        ref={field}
        rows={1}
        aria-label={label}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `wrong-${where}` : undefined}
        aria-autocomplete="list"
        aria-controls={suggestions.names.length > 0 && mine ? 'functions' : undefined}
        aria-activedescendant={suggestions.names.length > 0 && mine ? `function-${suggestions.chosen}` : undefined}
        dir={directionOf(text)}
        readOnly={!controller.canEdit}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="next"
        value={text}
        onFocus={() => {
          if (!editing) controller.begin(where);
        }}
        onChange={(event) => {
          const { value, selectionEnd } = event.currentTarget;
          controller.type(value, selectionEnd ?? value.length, where);
        }}
        onSelect={(event) => controller.place(event.currentTarget.selectionEnd)}
        onPointerDown={() => {
          if (controller.editing) controller.editing = { ...controller.editing, arrows: false, where };
        }}
        onBlur={(event) => {
          const { relatedTarget: to, currentTarget } = event;
          const root = currentTarget.closest('[data-sheet-editor]');
          if (!document.hasFocus() || (to instanceof Node && root?.contains(to))) return;
          // Not while it is taken away because it is done.
          if (currentTarget.isConnected) controller.leave();
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (suggestions.onKeyDown(event) || runTypingKey(controller, event)) event.preventDefault();
        }}
        className={className}
      />
      {mine && suggestions.names.length > 0 && <Suggestions {...suggestions} where={where} />}
      {wrong && mine && (
        <p
          id={`wrong-${where}`}
          role="alert"
          dir={isRtl() ? 'rtl' : 'ltr'}
          className="absolute top-full z-40 mt-1 rounded-control whitespace-nowrap bg-danger-soft px-2 py-1 text-xs text-danger shadow-pop"
        >
          {t('sheets.wrongFormula')}
        </p>
      )}
    </>
  );
}

/** The field over the cell that is typed into. It grows with its text. */
export function CellEditor({ controller, rows, columns, scroller }: Props) {
  const { editing } = controller;
  const isOpen = editing !== null;
  const [scrolled, setScrolled] = useState({ top: 0, left: 0 });
  useEffect(() => {
    const box = scroller.current;
    if (!box || !isOpen) return undefined;
    const read = () => setScrolled({ top: box.scrollTop, left: Math.abs(box.scrollLeft) });
    read();
    box.addEventListener('scroll', read, { passive: true });
    return () => box.removeEventListener('scroll', read);
  }, [scroller, isOpen]);
  const box = scroller.current;
  if (!editing || editing.sheet !== controller.sheetId || !box) return null;
  const { frozen, rtl } = controller.sheet;
  const merge = mergeAt(controller.sheet, editing.row, editing.column);
  const top = rows.at(editing.row) - (editing.row > frozen.rows ? scrolled.top : 0);
  const left = columns.at(editing.column) - (editing.column > frozen.columns ? scrolled.left : 0);
  const width = columns.at((merge?.right ?? editing.column) + 1) - columns.at(editing.column);
  const height = rows.at((merge?.bottom ?? editing.row) + 1) - rows.at(editing.row);
  const room = Math.max(width, box.clientWidth - HEAD_WIDTH - left - 4);
  return (
    <div
      dir={rtl ? 'rtl' : 'ltr'}
      className={cx('absolute z-30', editing.where === 'bar' && 'pointer-events-none')}
      style={{ top: top + HEAD_HEIGHT, insetInlineStart: left + HEAD_WIDTH, maxWidth: room }}
    >
      <div
        className="relative grid bg-surface text-sm leading-5 shadow-pop outline-2 outline-brand *:[grid-area:1/1]"
        style={{ minWidth: width, minHeight: height }}
      >
        {/* As large as its text. */}
        <span
          aria-hidden="true"
          dir={directionOf(editing.text)}
          className="invisible min-w-0 px-2 py-0.5 wrap-anywhere whitespace-pre-wrap"
        >
          {`${editing.text}\u200b`}
        </span>
        <TypingField
          controller={controller}
          where="cell"
          label={t('sheets.cellLabel', { cell: cellName(editing.row, editing.column) })}
          className="absolute inset-0 size-full resize-none overflow-hidden bg-transparent px-2 py-0.5 text-start text-sm! leading-5 wrap-anywhere whitespace-pre-wrap outline-none"
        />
      </div>
    </div>
  );
}
