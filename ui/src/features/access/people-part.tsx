import { useState } from 'react';
import { faultText } from '~/api/fault';
import type { AccessEntry } from '~/api/types';
import { personName } from '~/page/people/person';
import { t } from '~/i18n';
import { Avatar } from '~/kit/avatar';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { AccessRow, groupByGuest } from './access-row';
import { useAccess, type Shared } from './api';
import { GuestForm } from './guest-form';
import { MembersRow } from './members-row';

type Props = {
  item: Shared;
  /** One line in place of the list, until it is opened again. */
  folded?: boolean;
};

const single = new Set<AccessEntry['kind']>(['owner', 'custom_role', 'guest']);

/** Everyone with access to an item, with the reason; adds and removes guests. Nothing for users who may not know. */
export function PeoplePart({ item, folded = false }: Props) {
  const { data, error, refetch } = useAccess(item);
  const [opened, setOpened] = useState(false);
  if (error) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p className="text-danger">{faultText(error)}</p>
        <Button kind="soft" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  if (data === undefined) return <PeopleSkeleton />;
  if (data === null) return <p className="text-muted">{t('access.notYours')}</p>;
  const people = groupByGuest(data.entries.filter(({ kind }) => single.has(kind)));
  const roles = data.entries.filter(({ kind }) => kind === 'role');
  if (folded && !opened)
    return <FoldedPeople people={people.map(([one]) => one)} roles={roles} onOpen={() => setOpened(true)} />;
  return (
    <section aria-label={t('access.people')} className="grid grid-cols-1 gap-2">
      {data.may_share &&
        (data.prevent_sharing_non_members ? (
          <Notice title={t('access.preventedTitle')}>{t('access.preventedText')}</Notice>
        ) : (
          <GuestForm item={item} />
        ))}
      <ul>
        {people.map(([one, ...others], index) => (
          <AccessRow key={one.role_id ?? one.kind + index} item={item} entry={one} others={others} />
        ))}
        {roles.length > 0 && <MembersRow spaceId={item.spaceId} roles={roles} />}
      </ul>
    </section>
  );
}

type FoldedProps = { people: readonly AccessEntry[]; roles: readonly AccessEntry[]; onOpen: () => void };

function FoldedPeople({ people, roles, onOpen }: FoldedProps) {
  const faces = people.filter(({ kind }) => kind !== 'custom_role').slice(0, 3);
  const count = [...people, ...roles].reduce(
    (sum, { kind, count: of }) => sum + (single.has(kind) && kind !== 'custom_role' ? 1 : of),
    0,
  );
  return (
    <div className="flex min-h-11 items-center gap-3">
      <span className="flex -space-x-2">
        {faces.map(({ person, email, role_id: id, kind }) => (
          <Avatar key={id ?? kind} name={personName(person, email)} className="size-8 text-sm ring-2 ring-raised" />
        ))}
      </span>
      <span className="min-w-0 flex-1">{t('access.peopleCount', { n: count })}</span>
      <Button className="-me-2 px-2! text-brand!" onClick={onOpen}>
        {t('access.showPeople')}
      </Button>
    </div>
  );
}

function PeopleSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')} aria-busy="true" className="grid gap-3">
      <Skeleton className="h-10 w-full" />
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-9 rounded-full!" />
          <Skeleton className="h-4 flex-1" />
        </div>
      ))}
    </div>
  );
}
