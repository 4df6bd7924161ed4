import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { can, usePermissions } from '~/api/permissions';
import type { CustomRole } from '~/api/types';
import { Failed } from '~/page/failed';
import { RowsWaiting } from '~/page/people/rows';
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
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto grid max-w-4xl grid-cols-1 gap-8 px-4 pt-5 pb-16 sm:px-6">
        <section aria-label={t('roles.customTitle')}>
          <header className="flex flex-wrap items-start gap-3 pb-4">
            <div className="min-w-0 flex-1 basis-72">
              <h1 className="text-lg font-bold">{t('roles.title')}</h1>
              <p className="mt-1 max-w-xl text-pretty text-muted">{t('roles.about')}</p>
            </div>
            {data && data.length > 0 && add}
          </header>
          {data ? (
            data.length > 0 ? (
              <ul className="overflow-hidden rounded-card ring-1 ring-line">
                {data.map((role) => (
                  <RoleRow
                    key={role.role_id}
                    role={role}
                    may={may}
                    onEdit={() => setOpen({ kind: 'edit', role })}
                    onDelete={() => setOpen({ kind: 'delete', role })}
                  />
                ))}
              </ul>
            ) : (
              <div data-state="empty" className="rounded-card ring-1 ring-line">
                <State
                  className="py-8!"
                  icon={<ShieldCheck size={36} strokeWidth={1.6} />}
                  title={t('roles.emptyTitle')}
                  text={t('roles.emptyText')}
                  actions={add}
                />
              </div>
            )
          ) : error ? (
            <Failed error={error} retry={refetch} />
          ) : (
            <RowsWaiting count={3} />
          )}
        </section>
        <RoleMatrix spaceId={spaceId} />
      </div>
      {open?.kind === 'new' && <RoleDialog spaceId={spaceId} custom={null} onClose={handleClose} />}
      {open?.kind === 'edit' && <RoleDialog spaceId={spaceId} custom={open.role} onClose={handleClose} />}
      {open?.kind === 'delete' && <DeleteRoleDialog spaceId={spaceId} custom={open.role} onClose={handleClose} />}
    </div>
  );
}
