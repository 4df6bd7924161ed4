import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { can, usePermissions } from '~/api/permissions';
import type { CustomRole } from '~/api/types';
import { List } from '~/page/list';
import { Page } from '~/page/page';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import { useCustomRoles } from './api';
import { DeleteRoleDialog } from './delete-role-dialog';
import { RoleDialog } from './role-dialog';
import { RoleMatrix } from './role-matrix';
import { RoleRow } from './role-row';

type Open = { kind: 'new' } | { kind: 'edit' | 'delete'; role: CustomRole } | null;

/** The built-in roles of a workspace, and its custom roles. */
export function RolesPage({ spaceId }: { spaceId: string }) {
  useLang();
  const { data, error, refetch } = useCustomRoles(spaceId);
  const permissions = usePermissions(spaceId).data;
  const [open, setOpen] = useState<Open>(null);
  const handleClose = () => setOpen(null);
  const may = {
    create: can(permissions, 'create', 'role'),
    update: can(permissions, 'update', 'role'),
    delete: can(permissions, 'delete', 'role'),
  };
  const add = may.create && (
    <Button kind="solid" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setOpen({ kind: 'new' })}>
      {t('roles.new')}
    </Button>
  );
  return (
    <Page title={t('roles.title')} text={t('roles.about')} actions={data && data.length > 0 && add}>
      <section aria-label={t('roles.customTitle')} className="mb-8">
        <List
          list={{ items: data, error, refetch }}
          renderRow={(role) => (
            <RoleRow
              key={role.role_id}
              role={role}
              may={may}
              onEdit={() => setOpen({ kind: 'edit', role })}
              onDelete={() => setOpen({ kind: 'delete', role })}
            />
          )}
          empty={
            <div className="rounded-card ring-1 ring-line">
              <State
                className="py-8!"
                icon={<ShieldCheck size={36} strokeWidth={1.6} />}
                title={t('roles.emptyTitle')}
                text={t('roles.emptyText')}
                actions={add}
              />
            </div>
          }
        />
      </section>
      <RoleMatrix spaceId={spaceId} />
      {open?.kind === 'new' && <RoleDialog spaceId={spaceId} custom={null} onClose={handleClose} />}
      {open?.kind === 'edit' && <RoleDialog spaceId={spaceId} custom={open.role} onClose={handleClose} />}
      {open?.kind === 'delete' && <DeleteRoleDialog spaceId={spaceId} custom={open.role} onClose={handleClose} />}
    </Page>
  );
}
