import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { t, num } from '~/i18n';
import { cx } from '~/kit/cx';
import { inputClass } from '~/kit/field';
import { foldWords } from '~/kit/find-words';
import { IconButton } from '~/kit/icon-button';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import type { Desk } from './grid/desk';
import { shownText, typedText } from './grid/shown';

/** The cells of the sheet that show the words, row by row. */
function placesOf(desk: Desk, words: string) {
  const wanted = foldWords(words.trim());
  if (!wanted) return [];
  const { epoch } = desk.session.book;
  const found: { row: number; column: number }[] = [];
  for (const [row, line] of desk.sheet.cells) {
    for (const [column, cell] of line) {
      if (cell.value === null && cell.formula === undefined) continue;
      const texts = [shownText(cell, epoch), typedText(cell, epoch), cell.formula ?? ''];
      if (texts.some((text) => foldWords(text).includes(wanted))) found.push({ row, column });
    }
  }
  return found.sort((a, b) => a.row - b.row || a.column - b.column);
}

/** Words to find in the sheet, at its upper edge. */
export function FindInSheet({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const [words, setWords] = useState('');
  const sought = useDebouncedValue(words, 150);
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const revision = desk.session.snapshot();
  const found = useMemo(
    () => placesOf(desk, sought),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- cells change in place, and the revision with them
    [desk, desk.sheetId, sought, revision],
  );
  useEffect(() => field.current?.focus(), []);
  const go = (index: number) => {
    const next = found.length > 0 ? (index + found.length) % found.length : 0;
    setAt(next);
    const place = found[next];
    if (!place) return;
    desk.chooseCell(place);
    desk.show(place);
  };
  useEffect(() => {
    if (sought.trim()) go(0);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with other words only
  }, [sought]);
  const none = found.length === 0 && sought.trim() !== '';
  return (
    <search className="absolute end-3 top-2 z-40 flex max-w-[calc(100%-1.5rem)] items-center gap-1 rounded-card bg-raised p-1.5 shadow-pop ring-1 ring-line max-sm:start-3 print:hidden">
      <input
        ref={field}
        type="text"
        dir="auto"
        role="searchbox"
        aria-label={t('sheets.find')}
        placeholder={t('sheets.find')}
        autoComplete="off"
        enterKeyHint="search"
        value={words}
        aria-invalid={none || undefined}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onClose();
          else if (event.key === 'Enter') go(at + (event.shiftKey ? -1 : 1));
          else return;
          event.preventDefault();
        }}
        className={cx(inputClass, 'w-56 min-w-0 border-transparent! bg-sunken! max-sm:flex-1')}
      />
      <p role="status" className="min-w-16 px-1 text-center text-xs whitespace-nowrap text-muted">
        {none
          ? t('preview.findNone')
          : found.length > 0
            ? t('preview.findCount', { at: num(at + 1), total: num(found.length) })
            : ''}
      </p>
      <IconButton label={t('preview.findPrevious')} disabled={found.length === 0} onClick={() => go(at - 1)}>
        <ChevronUp size={19} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('preview.findNext')} disabled={found.length === 0} onClick={() => go(at + 1)}>
        <ChevronDown size={19} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('preview.findClose')} onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </search>
  );
}
