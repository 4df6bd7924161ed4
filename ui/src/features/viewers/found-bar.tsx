import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { num, t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import './found.css';

export interface Wanted {
  /** Of the address; null when there are none, '' when the marks were taken away. */
  readonly words: string | null;
  readonly at: number;
  readonly step: (by: 1 | -1, of: number) => void;
  readonly close: () => void;
}

/** The words to show in a document, named by `find` in the address, and which of their places. */
export function useWanted(): Wanted {
  const asked = new URLSearchParams(useSearch()).get('find');
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState(false);
  return {
    words: closed ? '' : asked,
    at,
    step: (by, of) => setAt((now) => (of > 0 ? (now + by + of) % of : 0)),
    close: () => setClosed(true),
  };
}

/** `of` is null until the document was searched. */
type Props = { wanted: Wanted; at: number; of: number | null };

/** Floats above the upper edge of the viewer and leads from place to place. */
export function FoundBar({ wanted, at, of }: Props) {
  if (!wanted.words) return null;
  const total = of ?? 0;
  return (
    <div
      role="search"
      aria-label={t('preview.found')}
      className="absolute inset-x-0 top-3 z-10 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] items-center gap-0.5 rounded-full bg-raised p-1 ps-4 shadow-pop ring-1 ring-line print:hidden"
    >
      <bdi className="truncate text-sm font-medium">{wanted.words}</bdi>
      <span role="status" className="px-2 text-xs whitespace-nowrap text-muted">
        {total > 0
          ? t('preview.foundAt', { at: num(at + 1), total: num(total) })
          : of !== null && t('preview.foundNone')}
      </span>
      <IconButton
        label={t('preview.foundPrevious')}
        className="rounded-full"
        disabled={total < 2}
        onClick={() => wanted.step(-1, total)}
      >
        <ChevronUp size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('preview.foundNext')}
        className="rounded-full"
        disabled={total < 2}
        onClick={() => wanted.step(1, total)}
      >
        <ChevronDown size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('preview.foundClose')} className="rounded-full" onClick={wanted.close}>
        <X size={17} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
