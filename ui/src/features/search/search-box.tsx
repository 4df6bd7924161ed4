import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { t, useLang } from '~/i18n';
import { cx } from '~/kit/cx';
import { iconButtonClass } from '~/kit/icon-button';
import { focusContent } from '~/page/kept-focus';
import { AdvancedButton } from './advanced-button';
import { optionId, Suggestions } from './suggestions';
import { useSearchBox } from './use-search-box';
import { whenSlash } from './when-slash';

/** The search field of a desktop; suggestions open below it. */
export function SearchBox({ spaceId }: { spaceId: string }) {
  useLang();
  const [open, setOpen] = useState(false);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const box = useSearchBox(spaceId, () => {
    setOpen(false);
    focusContent();
  });
  useEffect(() => whenSlash(() => field.current?.focus()), []);
  useEffect(() => {
    if (!open) return undefined;
    const onDown = (event: PointerEvent) => {
      if (!area.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', onDown);
    return () => removeEventListener('pointerdown', onDown);
  }, [open]);
  return (
    <search ref={area} data-tour="find" className="relative w-full max-w-130">
      <Search
        size={17}
        aria-hidden="true"
        className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted"
      />
      <input
        ref={field}
        type="text"
        role="combobox"
        dir="auto"
        value={box.query}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t('frame.searchIn')}
        aria-label={t('frame.searchIn')}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-keyshortcuts="/"
        aria-activedescendant={open && box.active >= 0 ? optionId(listId, box.active) : undefined}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          box.write(event.currentTarget.value);
          setOpen(true);
        }}
        onKeyDown={box.onKeyDown}
        className="peer control-height w-full rounded-control border border-line bg-surface ps-10 pe-9 transition placeholder:text-muted hover:border-edge focus:border-brand focus:outline-2 focus:-outline-offset-1 focus:outline-brand"
      />
      {box.query ? (
        <button
          type="button"
          aria-label={t('search.clear')}
          onClick={() => {
            box.write('');
            field.current?.focus();
          }}
          className={iconButtonClass('absolute end-0.5 top-1/2 -translate-y-1/2')}
        >
          <X size={16} aria-hidden="true" />
        </button>
      ) : (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute end-2.5 top-1/2 grid size-5 -translate-y-1/2 place-items-center rounded-md border border-line font-sans text-xs text-muted peer-focus:hidden"
        >
          /
        </kbd>
      )}
      <div
        className={cx(
          'scroll-thin absolute inset-x-0 top-full z-50 mt-1.5 max-h-[70vh] animate-appear-fast overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-pop',
          !open && 'hidden',
        )}
      >
        {open && <Suggestions listId={listId} {...box} query={box.query.trim()} onChoose={box.choose} />}
      </div>
      <p role="status" className="sr-only">
        {open && box.found !== null && t('search.found', { n: box.found })}
      </p>
      <AdvancedButton spaceId={spaceId} />
    </search>
  );
}
