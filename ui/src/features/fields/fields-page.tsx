import { Plus, Tags } from 'lucide-react';
import { useState } from 'react';
import { Failed } from '~/page/failed';
import { can, usePermissions } from '~/api/permissions';
import type { CustomField } from '~/api/types';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { useFields } from './api';
import { DeleteDialog } from './delete-dialog';
import { FieldDialog } from './field-dialog';
import { FieldRow } from './field-row';

type Open = { kind: 'new' } | { kind: 'edit' | 'delete'; field: CustomField } | null;

/** The custom fields of a workspace, the latest changed first. */
export function FieldsPage({ spaceId }: { spaceId: string }) {
  useLang();
  const { data, error, refetch } = useFields(spaceId);
  const permissions = usePermissions(spaceId).data;
  const [open, setOpen] = useState<Open>(null);
  const handleClose = () => setOpen(null);
  const may = {
    create: can(permissions, 'create', 'space_custom_field'),
    update: can(permissions, 'update', 'space_custom_field'),
    delete: can(permissions, 'delete', 'space_custom_field'),
  };
  const add = may.create && (
    <Button kind="solid" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setOpen({ kind: 'new' })}>
      {t('fields.new')}
    </Button>
  );
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 pt-5 pb-16 sm:px-6">
        <header className="flex flex-wrap items-start gap-3 pb-4">
          <div className="min-w-0 flex-1 basis-72">
            <h1 className="text-lg font-bold">{t('fields.title')}</h1>
            <p className="mt-1 max-w-xl text-pretty text-muted">{t('fields.about')}</p>
          </div>
          {data && data.length > 0 && add}
        </header>
        {data ? (
          data.length > 0 ? (
            <ul className="overflow-hidden rounded-card ring-1 ring-line">
              {data.map((field) => (
                <FieldRow
                  key={field.space_custom_field_id}
                  field={field}
                  may={may}
                  onEdit={() => setOpen({ kind: 'edit', field })}
                  onDelete={() => setOpen({ kind: 'delete', field })}
                />
              ))}
            </ul>
          ) : (
            <div data-state="empty">
              <State
                icon={<Tags size={36} strokeWidth={1.6} />}
                title={t('fields.emptyTitle')}
                text={t('fields.emptyText')}
                actions={add}
              />
            </div>
          )
        ) : error ? (
          <Failed error={error} retry={refetch} />
        ) : (
          <Waiting />
        )}
      </div>
      {open?.kind === 'new' && <FieldDialog spaceId={spaceId} field={null} onClose={handleClose} />}
      {open?.kind === 'edit' && <FieldDialog spaceId={spaceId} field={open.field} onClose={handleClose} />}
      {open?.kind === 'delete' && <DeleteDialog field={open.field} onClose={handleClose} />}
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={t('common.loading')} className="rounded-card ring-1 ring-line">
      {Array.from({ length: 4 }, (_, row) => (
        <div key={row} className="flex h-18 items-center gap-3 border-b border-line px-4 last:border-0">
          <Skeleton className="size-9 shrink-0" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className="h-3 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
