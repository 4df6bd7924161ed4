import { Inbox, Link2, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AccessEntry } from '~/api/types';
import { Badge, personName } from '~/page/people/person';
import { targetName } from '~/page/people/target-name';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { AccessGrant } from './access-grant';
import type { Shared } from './api';

type Props = {
  item: Shared;
  entry: AccessEntry;
  /** The other roles of the same guest. */
  others?: readonly AccessEntry[];
};

/** One reason why the item is reached, or a guest with all roles that they reach it by. */
export function AccessRow({ item, entry, others = [] }: Props) {
  const { kind } = entry;
  const name = nameOf(entry);
  const guest = kind === 'guest';
  const all = [entry, ...others];
  const emails = new Set(all.map(({ email }) => email));
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 py-1.5" data-access={kind}>
      <EntryIcon entry={entry} name={name} />
      <div className="grid grid-cols-1">
        {all.map((one, index) => (
          <div key={one.role_id ?? index} className="flex min-h-11 items-center gap-x-3">
            <div className="min-w-0 flex-1 text-start">
              {index === 0 && (
                <p className="flex min-w-0 flex-wrap items-center gap-x-2">
                  <bdi className="truncate font-medium">{name}</bdi>
                  {guest && !entry.person && <Badge tone="warning">{t('access.waiting')}</Badge>}
                </p>
              )}
              <p className="text-xs text-pretty text-muted">
                {(index === 0 || emails.size > 1) && whyOf(one)}
                {one.via ? (
                  <span className="block">{t('access.via', { name: targetName(one.via) })}</span>
                ) : (
                  others.length > 0 && <span className="block">{t('access.direct')}</span>
                )}
                {one.created_at && !guest && (
                  <time className="block" dateTime={one.created_at} title={fullDate(one.created_at)}>
                    {t('access.madeBy', { when: when(one.created_at), name: personName(one.person) })}
                  </time>
                )}
              </p>
            </div>
            <AccessGrant item={item} entry={one} name={name} />
          </div>
        ))}
      </div>
    </li>
  );
}

/** The entries with those of one guest together, in the order of their first ones. */
export function groupByGuest(entries: readonly AccessEntry[]): (readonly [AccessEntry, ...AccessEntry[]])[] {
  const groups: [AccessEntry, ...AccessEntry[]][] = [];
  for (const entry of entries) {
    const same = groups.find(
      ([first]) => entry.kind === 'guest' && first.kind === 'guest' && isSamePerson(first, entry),
    );
    if (same) same.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** A user by the account, also when invited by two addresses; an address that waits by itself. */
function isSamePerson(one: AccessEntry, other: AccessEntry): boolean {
  if (one.person && other.person) return one.person._id === other.person._id;
  return !one.person && !other.person && one.email === other.email;
}

function nameOf(entry: AccessEntry): string {
  switch (entry.kind) {
    case 'owner':
    case 'guest':
      return personName(entry.person, entry.email);
    default:
      return entry.name || t(entry.kind === 'box' ? 'access.box' : 'access.link');
  }
}

/** Why they reach it, in a line. */
function whyOf(entry: AccessEntry): ReactNode {
  switch (entry.kind) {
    case 'custom_role':
      return t('access.whyCustom', { n: entry.count });
    case 'guest':
      return entry.person ? <bdi dir="ltr">{entry.email}</bdi> : t('access.whyWaiting');
    case 'link':
      return entry.count > 0 ? t('access.whyLink', { n: entry.count }) : t('access.whyLinkUnused');
    case 'box':
      return t('access.whyBox');
    default:
      return null;
  }
}

const icons = { custom_role: ShieldCheck, link: Link2, box: Inbox } as const;

function EntryIcon({ entry: { kind }, name }: { entry: AccessEntry; name: string }) {
  if (!(kind in icons)) return <Avatar name={name} className="size-9 text-sm" />;
  const Icon = icons[kind as keyof typeof icons];
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-muted ring-1 ring-line ring-inset"
    >
      <Icon size={17} />
    </span>
  );
}
