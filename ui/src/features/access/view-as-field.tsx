import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { faultText } from '~/api/fault';
import { can, usePermissions } from '~/api/permissions';
import { useMembers } from '~/features/members/api';
import { personName } from '~/page/people/person';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Select } from '~/kit/select';
import { useViewAs, type Shared } from './api';

const wanted = ['read', 'create', 'update', 'move', 'delete'] as const;

/** For users who may change roles: shows the rights of another member on the item, and leads to the directory as they see it. */
export function ViewAsField({ item }: { item: Shared }) {
  const [, navigate] = useLocation();
  const [userId, setUserId] = useState('');
  const permissions = usePermissions(item.spaceId).data;
  const members = useMembers(item.spaceId).data?.pages.flatMap((page) => page.members) ?? [];
  const others = members.filter(({ user, is_you: you, role }) => user && !you && role !== 'owner');
  const { data, error } = useViewAs(item.spaceId, item.id, userId);
  if (others.length === 0 || !can(permissions, 'update', 'role')) return null;
  const may = wanted.filter((verb) =>
    data?.permissions.some(({ action, subject }) => action === verb && subject === item.kind),
  );
  return (
    <section aria-label={t('access.viewAs')} className="grid gap-2 border-t border-line pt-5">
      <Select
        label={t('access.viewAs')}
        value={userId}
        onChange={setUserId}
        options={[
          ...(userId ? [] : [{ value: '', label: t('members.choose') }]),
          ...others.map(({ user, email }) => ({ value: user?.user_id ?? '', label: personName(user, email) })),
        ]}
      />
      {error && <p className="text-danger">{faultText(error)}</p>}
      {data && (
        <p role="status">
          {may.length === 0 || !data.may_read
            ? t('access.maySeeNothing')
            : t('access.may', { what: may.map((verb) => t(`access.verb_${verb}`)).join(t('access.comma')) })}
        </p>
      )}
      {data?.may_read && item.kind === 'directory' && (
        <Button
          kind="soft"
          icon={<Eye size={17} aria-hidden="true" />}
          onClick={() => navigate(`/workspace/${item.spaceId}/directory/${item.id}?view_as=${userId}`)}
        >
          {t('access.look')}
        </Button>
      )}
    </section>
  );
}
