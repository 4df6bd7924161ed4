import { useEffect, useRef, useSyncExternalStore } from 'react';
import { t } from '~/i18n';
import { FindField } from '../find-field';
import type { PdfFind } from './find';

const REST = 150;

/** Words to find in the document, at its upper edge. */
export function FindBar({ find, onClose }: { find: PdfFind; onClose: () => void }) {
  const { asked, words, busy, total, at } = useSyncExternalStore(find.subscribe, find.snapshot);
  const field = useRef<HTMLInputElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!asked) return;
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  useEffect(() => () => clearTimeout(rest.current), []);
  const handleWords = (text: string) => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => void find.find(text), REST);
  };
  return (
    <FindField
      field={field}
      label={t('preview.find')}
      start={words}
      at={at}
      total={total}
      isBusy={busy}
      isMissing={!busy && total === 0 && words.trim() !== ''}
      onWords={handleWords}
      onStep={(by) => (by > 0 ? find.next() : find.previous())}
      onClose={onClose}
    />
  );
}
