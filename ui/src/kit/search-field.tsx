import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { cx } from './cx';
import { inputClass } from './field';
import { iconButtonClass } from './icon-button';
import { useKitWords } from './provider';

type Props = { label: string; value: string; onChange: (text: string) => void; className?: string };

/**
 * A field that filters a list. The text runs in the direction of its letters from the side of the page; the magnifier and the button that
 * empties the field keep their sides.
 */
export function SearchField({ label, value, onChange, className }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const words = useKitWords();
  return (
    <search className={cx('relative block', className)}>
      <Search
        size={17}
        aria-hidden="true"
        className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted"
      />
      {/* The box has the direction of the page and the padding; the field inside has that of its text. */}
      <div
        className={cx(
          inputClass,
          'flex items-center ps-10! pe-10! has-focus:border-brand has-focus:outline-2 has-focus:-outline-offset-1 has-focus:outline-brand',
        )}
      >
        <input
          ref={field}
          type="text"
          dir="auto"
          role="searchbox"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={label}
          placeholder={label}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !value) return;
            event.stopPropagation();
            onChange('');
          }}
          className="h-full w-full min-w-0 bg-transparent [text-align:match-parent] outline-none placeholder:text-muted"
        />
      </div>
      {value && (
        <button
          type="button"
          aria-label={words.clear}
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
          className={iconButtonClass('absolute end-0.5 top-1/2 -translate-y-1/2')}
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
