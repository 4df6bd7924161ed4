import { CalendarClock, Copy, EllipsisVertical, Infinity as Forever, KeyRound, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Box, Link } from '~/api/types';
import { t } from '~/i18n';
import { dateTime, fullDate, when } from '~/i18n/format';
import { copyText } from '~/kit/copy-text';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { toast } from '~/kit/toast';
import { Fact } from './facts';
import { StatusBadge } from './status-badge';

type RowProps = {
  of: Link | Box;
  /** Attributes by which the row is found. */
  mark: Record<`data-${string}`, string>;
  entries: MenuEntry[];
  icon: ReactNode;
  place: ReactNode;
  facts: ReactNode;
  /** Among the details of one entry, where icon and place say nothing new. */
  dense?: boolean | undefined;
};

/** One link or box in a list, with its target, its facts and its actions. */
export function GateRow({ of, mark, entries, icon, place, facts, dense }: RowProps) {
  return (
    <li className="flex items-start gap-3 bg-surface px-3 py-3 sm:px-4" {...mark}>
      {!dense && icon}
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-semibold">{of.title}</bdi>
          <StatusBadge status={of.status} />
        </p>
        {!dense && <p className="truncate text-muted">{place}</p>}
        {facts}
      </div>
      <IconButton
        label={t('gate.copyAddress')}
        onClick={() => {
          void copyText(of.url);
          toast({ title: t('gate.copied'), kind: 'success' });
        }}
      >
        <Copy size={18} aria-hidden="true" />
      </IconButton>
      <Menu
        label={of.title}
        align="end"
        entries={entries}
        trigger={
          <button type="button" aria-label={t('gate.moreOf', { title: of.title })} className={iconButtonClass('-ms-2')}>
            <EllipsisVertical size={18} aria-hidden="true" />
          </button>
        }
      />
    </li>
  );
}

type FactsProps = {
  of: Link | Box;
  /** How often it was used. */
  usage: ReactNode;
  /** How long uploaded files are kept. */
  retention?: ReactNode;
  /** Facts that only a link or only a box has. */
  children?: ReactNode;
};

/** The facts of a link or a box, in short. */
export function GateFacts({ of, usage, retention, children }: FactsProps) {
  const end = of.expire_at;
  return (
    <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {usage}
      <Fact Icon={end ? CalendarClock : Forever} title={end ? fullDate(end) : undefined}>
        {end ? t(of.status === 'expired' ? 'gate.endedAt' : 'gate.until', { when: dateTime(end) }) : t('gate.forever')}
      </Fact>
      {retention}
      {of.has_password && <Fact Icon={KeyRound}>{t('gate.withPassword')}</Fact>}
      {of.emails.length > 0 && (
        <Fact Icon={Mail} title={of.emails.join('\n')}>
          {t('gate.nEmails', { n: of.emails.length })}
        </Fact>
      )}
      {children}
      <span title={fullDate(of.created_at)}>
        {t('gate.madeBy', { name: of.created_by.name, when: when(of.created_at) })}
      </span>
    </div>
  );
}
