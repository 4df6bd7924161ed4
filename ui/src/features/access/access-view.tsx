import { UserRoundPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { faultText } from '~/api/fault';
import { can, usePermissions } from '~/api/permissions';
import type { AccessEntry, AccessList } from '~/api/types';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { AccessRow } from './access-row';
import { useAccess, type Shared } from './api';
import { GuestForm } from './guest-form';
import { ViewAsField } from './view-as-field';

type Props = {
  item: Shared;
  /** The switch of a file's direct link. */
  direct?: ReactNode;
  /** The form for another person is open at once. */
  inviting?: boolean;
};

const onPeople = new Set<AccessEntry['kind']>(['owner', 'role', 'custom_role', 'guest']);

/** The members, guests, links and boxes with access to an item, with the reason; adds and removes guests. */
export function AccessView({ item, direct, inviting = false }: Props) {
  const { data, error, refetch } = useAccess(item);
  const permissions = usePermissions(item.spaceId).data;
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
  if (data === undefined) return <Waiting />;
  const people = data?.entries.filter(({ kind }) => onPeople.has(kind)) ?? [];
  const outside = data?.entries.filter(({ kind }) => kind === 'link' || kind === 'box') ?? [];
  return (
    <div className="grid grid-cols-1 gap-6">
      {data && <Invite list={data} item={item} inviting={inviting} />}
      {data && (
        <section aria-label={t('access.people')}>
          <h3 className="mb-1 text-xs font-semibold text-muted">{t('access.people')}</h3>
          <ul>
            {people.map((one, index) => (
              <AccessRow key={one.role_id ?? one.kind + index} item={item} entry={one} />
            ))}
          </ul>
        </section>
      )}
      {outside.length > 0 && (
        <section aria-label={t('access.outside')}>
          <h3 className="mb-1 text-xs font-semibold text-muted">{t('access.outside')}</h3>
          <ul>
            {outside.map((one) => (
              <AccessRow key={one.link_id ?? one.upload_id} item={item} entry={one} />
            ))}
          </ul>
        </section>
      )}
      {direct ? (
        <section aria-label={t('access.direct')} className="grid gap-2">
          <h3 className="text-xs font-semibold text-muted">{t('access.direct')}</h3>
          {direct}
        </section>
      ) : (
        data === null && <p className="text-muted">{t('access.notYours')}</p>
      )}
      {data && can(permissions, 'update', 'role') && <ViewAsField item={item} />}
    </div>
  );
}

function Invite({ list, item, inviting }: { list: AccessList; item: Shared; inviting: boolean }) {
  const [open, setOpen] = useState(inviting);
  if (!list.may_share) return null;
  if (list.prevent_sharing_non_members) {
    return <Notice title={t('access.preventedTitle')}>{t('access.preventedText')}</Notice>;
  }
  if (open) return <GuestForm item={item} onClose={() => setOpen(false)} />;
  return (
    <Button kind="soft" icon={<UserRoundPlus size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
      {t('access.add')}
    </Button>
  );
}

function Waiting() {
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
