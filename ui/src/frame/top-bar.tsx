import { lazy, Suspense } from 'react';
import { withWords } from '~/i18n';
import { Slot } from '~/kit/slot';
import { useIsPhone } from '~/kit/use-media';
import { AccountMenu } from '~/page/account-menu';
import { LanguageButton, ThemeButton } from '~/page/preferences';
import { SpaceSwitcher } from './space-switcher';

// Not needed for the first paint.
const SearchBox = lazy(async () => ({
  default: (await withWords(import('~/features/search/search-box'), 'search', 'dates')).SearchBox,
}));
const SearchButton = lazy(async () => ({
  default: (await withWords(import('~/features/search/search-button'), 'search', 'dates')).SearchButton,
}));

const Live = lazy(async () => ({ default: (await withWords(import('~/features/live/live'), 'live')).Live }));

/** The bar above every page; a page may fill its middle. */
export function TopBar({ spaceId }: { spaceId: string }) {
  const phone = useIsPhone();
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 px-2 sm:h-16 sm:ps-1 sm:pe-4">
      {phone && (
        <div className="min-w-0 flex-1">
          <SpaceSwitcher spaceId={spaceId} />
        </div>
      )}
      <Slot name="topbar" className="min-w-0 flex-1 max-sm:empty:hidden" />
      <Suspense>
        <Live spaceId={spaceId} />
      </Suspense>
      {phone && (
        <Suspense>
          <SearchButton spaceId={spaceId} />
        </Suspense>
      )}
      {!phone && (
        <>
          <Suspense
            fallback={
              <div className="control-height w-72 shrink-0 rounded-control border border-line bg-surface max-xl:w-56" />
            }
          >
            <SearchBox spaceId={spaceId} />
          </Suspense>
          <LanguageButton />
          <ThemeButton />
          <AccountMenu />
        </>
      )}
    </header>
  );
}
