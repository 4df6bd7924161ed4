import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isLoggedIn } from '~/api/session';
import { t } from '~/i18n';
import { AccountMenu } from './account-menu';
import { Mark } from './logo';
import { SkipLink } from './skip-link';
import { LanguageButton, ThemeButton } from './preferences';

/** A page that belongs to no workspace: the mark above, the page below. */
export function PageLayout({ children }: { children: ReactNode }) {
  return (
    <div className="scroll-thin flex h-full flex-col overflow-y-auto">
      <SkipLink />
      <header className="mx-auto flex h-16 w-full max-w-6xl shrink-0 items-center gap-1 px-4 sm:px-6">
        <Link href="/workspace" className="flex min-h-11 items-center gap-2.5 rounded-control text-lg font-extrabold">
          <Mark className="size-8 text-brand" />
          {t('common.product')}
        </Link>
        <span className="flex-1" />
        <LanguageButton />
        <ThemeButton />
        {isLoggedIn() && <AccountMenu />}
      </header>
      <main id="content" tabIndex={-1} className="outline-none mx-auto w-full max-w-6xl flex-1 px-4 pt-4 pb-16 sm:px-6">
        {children}
      </main>
    </div>
  );
}
