import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { num, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { inputClass } from '~/kit/field';
import { IconButton } from '~/kit/icon-button';

type Props = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly start?: string;
  /** Counted from 1. */
  readonly at: number;
  readonly total: number;
  readonly isBusy?: boolean;
  readonly isMissing: boolean;
  readonly onWords: (words: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
  readonly className?: string;
  /** More below the field. */
  readonly children?: ReactNode;
};

/** A field for words to find, at the upper edge of what is searched: Enter goes on, Escape closes. */
export function FindField(props: Props) {
  const {
    field,
    label,
    start = '',
    at,
    total,
    isBusy,
    isMissing,
    onWords,
    onStep,
    onClose,
    className,
    children,
  } = props;
  const count =
    total > 0 ? t('preview.findCount', { at: num(at), total: num(total) }) : isBusy ? t('preview.findBusy') : '';
  return (
    <search
      className={cx(
        'absolute end-3 top-2 z-10 flex max-w-[calc(100%-1.5rem)] items-center gap-1 rounded-card bg-raised p-1.5 shadow-pop ring-1 ring-line max-sm:start-3 print:hidden',
        children !== undefined && 'flex-wrap sm:w-104',
        className,
      )}
    >
      <input
        ref={field}
        type="text"
        dir="auto"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={start}
        aria-invalid={isMissing || undefined}
        onInput={(event) => onWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onClose();
          else if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
          else return;
          event.preventDefault();
        }}
        className={cx(
          inputClass,
          'min-w-0 border-transparent! bg-sunken!',
          children === undefined ? 'w-56 max-sm:flex-1' : 'grow basis-32',
        )}
      />
      <p role="status" className="min-w-16 px-1 text-center text-xs whitespace-nowrap text-muted">
        {isMissing ? t('preview.findNone') : count}
      </p>
      <IconButton label={t('preview.findPrevious')} disabled={total === 0} onClick={() => onStep(-1)}>
        <ChevronUp size={19} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('preview.findNext')} disabled={total === 0} onClick={() => onStep(1)}>
        <ChevronDown size={19} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('preview.findClose')} onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </IconButton>
      {children}
    </search>
  );
}
