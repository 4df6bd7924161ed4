import { ArrowRight, Search, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { t, useLang } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { Sheet } from '~/kit/sheet';
import { AdvancedButton } from './advanced-button';
import { optionId, Suggestions } from './suggestions';
import { useSearchBox } from './use-search-box';

/** The search of a phone: a button that opens a sheet as large as the screen. */
export function SearchButton({ spaceId }: { spaceId: string }) {
  useLang();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton data-tour="find" label={t('frame.searchIn')} onClick={() => setOpen(true)}>
        <Search size={21} aria-hidden="true" />
      </IconButton>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={t('frame.searchIn')}
        hideTitle
        writes
        className="h-dvh max-h-dvh! rounded-none! [&>[aria-hidden]]:hidden"
      >
        {open && <SheetContent spaceId={spaceId} onLeave={() => setOpen(false)} />}
      </Sheet>
      <AdvancedButton spaceId={spaceId} />
    </>
  );
}

function SheetContent({ spaceId, onLeave }: { spaceId: string; onLeave: () => void }) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const box = useSearchBox(spaceId, onLeave);
  return (
    <>
      <search className="sticky top-0 z-10 flex items-center gap-1 border-b border-line bg-raised px-1 py-1.5">
        <IconButton label={t('search.close')} onClick={onLeave}>
          <ArrowRight size={20} aria-hidden="true" className="ltr:rotate-180" />
        </IconButton>
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
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={box.active >= 0 ? optionId(listId, box.active) : undefined}
          onChange={(event) => box.write(event.currentTarget.value)}
          onKeyDown={box.onKeyDown}
          className="control-height min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
        />
        {box.query && (
          <IconButton
            label={t('search.clear')}
            onClick={() => {
              box.write('');
              field.current?.focus();
            }}
          >
            <X size={19} aria-hidden="true" />
          </IconButton>
        )}
      </search>
      <div className="p-2">
        <Suggestions listId={listId} {...box} query={box.query.trim()} onChoose={box.choose} />
      </div>
    </>
  );
}
