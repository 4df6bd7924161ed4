import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { num, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { useIsCompact } from '~/kit/use-media';
import { AccountMenu } from '~/page/account-menu';
import { Mark } from '~/page/logo';
import { LanguageButton, ThemeButton } from '~/page/preferences';
import { SkipLink } from '~/page/skip-link';
import { usePayments } from '../api';
import { ConsoleSearch } from '../find/console-search';
import type { Section } from './sections';

type Props = { sections: readonly Section[]; here: Section; selling: boolean; children: ReactNode };

/** The sections beside the content; where there is little room, as tabs above it. */
export function ConsoleLayout({ sections, here, selling, children }: Props) {
  const compact = useIsCompact();
  const list = <SectionLinks sections={sections} here={here} selling={selling} compact={compact} />;
  return (
    <div className={cx('flex h-full', compact && 'flex-col')}>
      <SkipLink />
      {compact ? (
        <header className="shrink-0">
          <div className="flex h-14 items-center gap-1 px-4">
            <ConsoleMark />
            <span className="flex-1" />
            <LanguageButton />
            <ThemeButton />
            <AccountMenu />
          </div>
          <div className="px-4 pb-2">
            <ConsoleSearch />
          </div>
          {list}
        </header>
      ) : (
        <header className="flex w-64 shrink-0 flex-col gap-3 p-3">
          <div className="flex h-12 items-center px-3">
            <ConsoleMark />
          </div>
          <ConsoleSearch />
          {list}
          <span className="flex-1" />
          <Link
            href="/workspace"
            className="flex h-9 items-center gap-3 rounded-control px-3 text-muted transition hover:bg-hover hover:text-fg pointer-coarse:h-11"
          >
            <ArrowLeft size={18} aria-hidden="true" className="rtl:rotate-180" />
            {t('console.back')}
          </Link>
          <div className="flex items-center gap-1 border-t border-line px-1 pt-3">
            <AccountMenu />
            <span className="flex-1" />
            <LanguageButton />
            <ThemeButton />
          </div>
        </header>
      )}
      <main
        id="content"
        tabIndex={-1}
        className={cx(
          'relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-surface outline-none',
          !compact && 'my-3 me-3 rounded-card shadow-card ring-1 ring-line',
        )}
      >
        {children}
      </main>
    </div>
  );
}

function ConsoleMark() {
  return (
    <Link href="/admin" className="flex min-w-0 items-center gap-2.5 rounded-control">
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

type LinkProps = Omit<Props, 'children'> & { compact: boolean };

function SectionLinks({ sections, here, selling, compact }: LinkProps) {
  const active = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (compact) active.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [compact, here.id]);
  // A row of tabs that has nowhere to lead says nothing.
  if (compact && sections.length < 2) return <div className="border-b border-line" />;
  return (
    <nav
      aria-label={t('console.sections')}
      className={compact ? 'flex overflow-x-auto border-b border-line px-1 [scrollbar-width:none]' : 'grid gap-0.5'}
    >
      {sections.map(({ id, label, Icon }) => (
        <Link
          key={id}
          ref={id === here.id ? active : undefined}
          href={`/admin/${id}`}
          aria-current={id === here.id ? 'page' : undefined}
          className={cx(
            'shrink-0 font-medium transition',
            compact
              ? 'control-height flex items-center gap-2 border-b-2 px-3 focus-visible:-outline-offset-2'
              : 'flex h-9 items-center gap-3 rounded-control px-3 pointer-coarse:h-11',
            compact && (id === here.id ? 'border-brand font-semibold text-brand' : 'border-transparent text-muted'),
            !compact && (id === here.id ? 'bg-brand-soft font-semibold text-brand' : 'hover:bg-hover'),
          )}
        >
          {!compact && <Icon size={19} aria-hidden="true" className={id === here.id ? '' : 'text-muted'} />}
          <span className={compact ? '' : 'flex-1'}>{t(label)}</span>
          {id === 'payments' && selling && <WaitingCount />}
        </Link>
      ))}
    </nav>
  );
}

/** How many payments wait for an answer. */
function WaitingCount() {
  const total = usePayments('pending').data?.pages[0]?.page_info.total ?? 0;
  if (total === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-brand-soft px-1.5 py-0.5 text-center text-2xs font-semibold text-brand">
      {num(total)}
    </span>
  );
}
