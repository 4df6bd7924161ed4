import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { num, t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { inputClass } from '~/kit/field';
import { cx } from '~/kit/cx';
import type { PdfFind } from './pdf-find';

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
  const type = (text: string) => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => void find.find(text), REST);
  };
  const none = !busy && total === 0 && words.trim() !== '';
  const count =
    total > 0 ? t('preview.findCount', { at: num(at), total: num(total) }) : busy ? t('preview.findBusy') : '';
  return (
    <search className="absolute end-3 top-2 z-10 flex max-w-[calc(100%-1.5rem)] items-center gap-1 rounded-card bg-raised p-1.5 shadow-pop ring-1 ring-line max-sm:start-3 print:hidden">
      <input
        ref={field}
        type="text"
        dir="auto"
        role="searchbox"
        aria-label={t('preview.find')}
        placeholder={t('preview.find')}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={words}
        aria-invalid={none || undefined}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onClose();
          else if (event.key !== 'Enter') return;
          else if (event.shiftKey) find.previous();
          else find.next();
          event.preventDefault();
        }}
        className={cx(inputClass, 'w-56 min-w-0 border-transparent! bg-sunken! max-sm:flex-1')}
      />
      <p role="status" className="min-w-16 px-1 text-center text-xs whitespace-nowrap text-muted">
        {none ? t('preview.findNone') : count}
      </p>
      <IconButton label={t('preview.findPrevious')} disabled={total === 0} onClick={() => find.previous()}>
        <ChevronUp size={19} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('preview.findNext')} disabled={total === 0} onClick={() => find.next()}>
        <ChevronDown size={19} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('preview.findClose')} onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </search>
  );
}
