import { Plus, Tags } from 'lucide-react';
import { useState } from 'react';
import { can, usePermissions } from '~/api/permissions';
import type { CustomField } from '~/api/types';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import { List } from '~/page/list';
import { Page } from '~/page/page';
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
    <Page title={t('fields.title')} text={t('fields.about')} actions={data && data.length > 0 && add}>
      <List
        list={{ items: data, error, refetch }}
        renderRow={(field) => (
          <FieldRow
            key={field.space_custom_field_id}
            field={field}
            may={may}
            onEdit={() => setOpen({ kind: 'edit', field })}
            onDelete={() => setOpen({ kind: 'delete', field })}
          />
        )}
        empty={
          <State
            icon={<Tags size={36} strokeWidth={1.6} />}
            title={t('fields.emptyTitle')}
            text={t('fields.emptyText')}
            actions={add}
          />
        }
      />
      {open?.kind === 'new' && <FieldDialog spaceId={spaceId} field={null} onClose={handleClose} />}
      {open?.kind === 'edit' && <FieldDialog spaceId={spaceId} field={open.field} onClose={handleClose} />}
      {open?.kind === 'delete' && <DeleteDialog field={open.field} onClose={handleClose} />}
    </Page>
  );
}
