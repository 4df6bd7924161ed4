import { Command, Menu as MenuIcon, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { Drawer } from '~/kit/drawer';
import { IconButton } from '~/kit/icon-button';
import { useIsCompact, useIsPhone } from '~/kit/use-media';
import { AccountMenu } from '~/page/account-menu';
import { Mark } from '~/page/logo';
import { openPalette } from '~/page/palette';
import { LanguageButton, ThemeButton } from '~/page/preferences';
import { SkipLink } from '~/page/skip-link';
import { ConsoleSearch } from '../find/console-search';
import { ConsoleNav } from './console-nav';
import type { Section } from './sections';

type Props = { sections: readonly Section[]; here: Section; children: ReactNode };

/** The sections beside the content; where there is little room, in a menu. */
export function ConsoleLayout({ sections, here, children }: Props) {
  const compact = useIsCompact();
  const nav = <ConsoleNav sections={sections} here={here} head={<ConsoleMark />} />;
  return (
    <div className="flex h-full">
      <SkipLink />
      {!compact && <div className="flex w-64 shrink-0">{nav}</div>}
      <div className="flex min-w-0 flex-1 flex-col">
        {compact ? <CompactBar nav={nav} /> : <Bar />}
        <main
          id="content"
          tabIndex={-1}
          className={cx(
            'relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-surface outline-none',
            !compact && 'me-3 mb-3 rounded-card shadow-card ring-1 ring-line',
          )}
        >
          {children}
        </main>
      </div>
    </div>
  );
}

/** The bar above the content, as that of the drive. */
function Bar() {
  return (
    <header className="flex h-16 shrink-0 items-center gap-1 pe-4">
      <div className="w-full max-w-130">
        <ConsoleSearch />
      </div>
      <span className="flex-1" />
      <PaletteButton />
      <LanguageButton />
      <ThemeButton />
      <AccountMenu />
    </header>
  );
}

function CompactBar({ nav }: { nav: ReactNode }) {
  const phone = useIsPhone();
  const [searching, setSearching] = useState(false);
  return (
    <header className="shrink-0 border-b border-line">
      <div className="flex h-14 items-center gap-1 px-2 sm:px-4">
        <NavButton nav={nav} />
        <div className="min-w-0 flex-1">
          <ConsoleMark />
        </div>
        <IconButton
          label={t('consolePeople.search')}
          aria-expanded={searching}
          onClick={() => setSearching(!searching)}
        >
          <Search size={20} aria-hidden="true" />
        </IconButton>
        <PaletteButton />
        {!phone && (
          <>
            <LanguageButton />
            <ThemeButton />
          </>
        )}
        <AccountMenu />
      </div>
      {searching && (
        <div className="px-4 pb-2">
          <ConsoleSearch focus />
        </div>
      )}
    </header>
  );
}

/** Opens the command palette, which a phone has no key for. */
function PaletteButton() {
  return (
    <IconButton label={t('frame.palette')} aria-haspopup="dialog" onClick={() => openPalette()}>
      <Command size={19} aria-hidden="true" />
    </IconButton>
  );
}

function NavButton({ nav }: { nav: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('console.sections')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuIcon size={21} aria-hidden="true" />
      </IconButton>
      <Drawer open={open} onClose={() => setOpen(false)} label={t('console.sections')}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links in it take the focus and the keys */}
        <div
          className="flex w-72 max-w-[85vw]"
          onClick={({ target }) => {
            // The same page has many addresses, and the link to the one that is open leads there, too.
            if ((target as HTMLElement).closest('a')) setOpen(false);
          }}
        >
          {nav}
        </div>
      </Drawer>
    </>
  );
}

function ConsoleMark() {
  return (
    <Link
      href="/admin"
      className="flex h-12 w-fit max-w-full min-w-0 shrink-0 items-center gap-2.5 rounded-control px-2 max-[359px]:gap-1.5 max-[359px]:px-0"
    >
      <Mark className="size-8 shrink-0 text-brand" />
      <span className="min-w-0">
        <span className="block truncate font-bold">{t('frame.console')}</span>
        <bdi dir="ltr" className="block truncate text-xs text-muted max-sm:hidden">
          {location.hostname}
        </bdi>
      </span>
    </Link>
  );
}
