import { useEffect, useMemo, useRef, useState } from 'react';
import { FindField } from '~/features/viewers/find-field';
import { t } from '~/i18n';
import { foldWords } from '~/kit/find-words';
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
  return (
    <FindField
      className="z-40"
      field={field}
      label={t('sheets.find')}
      at={at + 1}
      total={found.length}
      isMissing={found.length === 0 && sought.trim() !== ''}
      onWords={setWords}
      onStep={(by) => go(at + by)}
      onClose={onClose}
    />
  );
}
