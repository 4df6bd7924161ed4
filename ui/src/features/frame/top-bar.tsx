import { Slot } from '~/kit/slot';
import { useIsPhone } from '~/kit/use-media';
import { AccountMenu } from './account-menu';
import { LanguageButton, ThemeButton } from './preferences';
import { SpaceSwitcher } from './space-switcher';

/** What stays in sight above every page; a page may fill the middle. */
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
      {!phone && (
        <>
          <LanguageButton />
          <ThemeButton />
          <AccountMenu />
        </>
      )}
    </header>
  );
}
