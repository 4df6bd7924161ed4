import { Menu as MenuIcon } from 'lucide-react';
import { lazy, memo, Suspense, useCallback, useState } from 'react';
import { t, useLang, withWords } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { useIsCompact, useIsPhone } from '~/kit/use-media';
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
const SidebarDrawer = lazy(async () => ({ default: (await import('./sidebar-drawer')).SidebarDrawer }));

const Live = lazy(async () => ({ default: (await withWords(import('~/features/live/live'), 'live')).Live }));

/** The bar above every page: search, people here, language, theme, account. */
export const TopBar = memo(function TopBar({ spaceId }: { spaceId: string }) {
  useLang();
  const phone = useIsPhone();
  const compact = useIsCompact();
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 px-2 sm:h-16 sm:px-4 min-[900px]:ps-1">
      {compact && !phone && <DrawerButton spaceId={spaceId} />}
      {compact ? (
        <div className="min-w-0 flex-1">
          <SpaceSwitcher spaceId={spaceId} />
        </div>
      ) : (
        <Suspense fallback={<div className={searchPlaceClass} />}>
          <SearchBox spaceId={spaceId} />
        </Suspense>
      )}
      {!compact && <span className="flex-1" />}
      <Suspense>
        <Live spaceId={spaceId} />
      </Suspense>
      {compact && (
        <Suspense fallback={<span className="icon-size" />}>
          <SearchButton spaceId={spaceId} />
        </Suspense>
      )}
      {!phone && (
        <>
          <LanguageButton />
          <ThemeButton />
        </>
      )}
      <AccountMenu />
    </header>
  );
});

const searchPlaceClass = 'control-height w-full max-w-130 shrink rounded-control border border-line bg-surface';

function DrawerButton({ spaceId }: { spaceId: string }) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const handleClose = useCallback(() => setOpen(false), []);
  return (
    <>
      <IconButton
        label={t('frame.navigation')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <MenuIcon size={21} aria-hidden="true" />
      </IconButton>
      {asked && (
        <Suspense>
          <SidebarDrawer spaceId={spaceId} open={open} onClose={handleClose} />
        </Suspense>
      )}
    </>
  );
}
