import { useEffect, type ReactNode } from 'react';
import { Mark } from '~/page/logo';
import { LanguageButton, ThemeButton } from '~/page/preferences';
import { SkipLink } from '~/page/skip-link';
import type { WorkspaceSummary } from '~/api/types';
import { t } from '~/i18n';
import { Avatar } from '~/kit/avatar';
import { applyBrand } from '~/kit/brand';
import { cx } from '~/kit/cx';
import { hostName } from './types';

type Props = {
  host: WorkspaceSummary | null;
  children: ReactNode;
  /** The page fills the window and scrolls inside. */
  full?: boolean;
};

/** A page for visitors: the workspace's name above, and a choice of language. It has no links into the product. */
export function PublicFrame({ host, children, full }: Props) {
  const primary = host?.primary_color || null;
  const secondary = host?.secondary_color || null;
  useEffect(() => {
    applyBrand(primary, secondary);
    return () => applyBrand(null, null);
  }, [primary, secondary]);
  const name = host ? hostName(host) : t('common.product');
  return (
    <div className="scroll-thin flex h-full flex-col overflow-y-auto print:block print:overflow-visible">
      <SkipLink />
      <header className="mx-auto flex h-16 w-full max-w-6xl shrink-0 items-center gap-1 px-4 sm:px-6">
        <p className="flex min-w-0 flex-1 items-center gap-2.5 text-base font-bold">
          {host ? (
            <Avatar shape="square" name={name} src={host.avatar_url} colour={primary} className="size-9" />
          ) : (
            <Mark className="size-8 shrink-0 text-brand" />
          )}
          <bdi className="truncate">{name}</bdi>
        </p>
        <span className="contents print:hidden">
          <LanguageButton />
          <ThemeButton />
        </span>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={cx(
          'mx-auto w-full max-w-6xl flex-1 px-4 outline-none sm:px-6',
          full ? 'flex min-h-0 flex-col pb-4' : 'flex flex-col pt-4 pb-8',
        )}
      >
        {children}
      </main>
      {host && !full && (
        <footer className="shrink-0 pb-6 text-center text-xs text-muted print:hidden">
          {t('gate.poweredBy', { product: t('common.product') })}
        </footer>
      )}
    </div>
  );
}

/** The card in the middle of such a page. */
export function PublicCard({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <section
      className={cx(
        'mx-auto my-auto w-full max-w-md rounded-dialog bg-surface p-6 shadow-card ring-1 ring-line sm:p-8 print:max-w-none print:shadow-none print:ring-0',
        className,
      )}
    >
      {children}
    </section>
  );
}
