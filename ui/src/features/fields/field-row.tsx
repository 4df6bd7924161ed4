import { EllipsisVertical, Link2, Pencil, Search, Trash2, Type } from 'lucide-react';
import { useLocation } from 'wouter';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import type { CustomField } from '~/api/types';

type Props = {
  field: CustomField;
  may: { update: boolean; delete: boolean };
  onEdit: () => void;
  onDelete: () => void;
};

/** A tag as the workspace knows it. */
export function FieldRow({ field, may, onEdit, onDelete }: Props) {
  const [, navigate] = useLocation();
  const find = `/workspace/${field.space_id}/search?tag=${field.space_custom_field_id}`;
  const entries: MenuEntry[] = [
    {
      id: 'find',
      label: t('fields.find'),
      icon: <Search size={18} />,
      disabled: field.uses === 0,
      onSelect: () => navigate(find),
    },
  ];
  if (may.update) {
    entries.push({ id: 'edit', label: t('fields.edit'), icon: <Pencil size={18} />, onSelect: onEdit });
  }
  if (may.delete) {
    entries.push('separator', {
      id: 'delete',
      label: t('fields.remove'),
      icon: <Trash2 size={18} />,
      danger: true,
      onSelect: onDelete,
    });
  }
  const Icon = field.type === 'link' ? Link2 : Type;
  return (
    <li className="flex items-center gap-3 py-3 ps-4 pe-2">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand"
        title={t(`fields.${field.type}`)}
      >
        <Icon size={18} />
      </span>
      <div className="min-w-0 flex-1 text-start">
        <p className="flex items-center gap-2">
          <bdi className="truncate font-semibold">{field.title}</bdi>
          <span className="shrink-0 rounded-full bg-sunken px-2 text-2xs text-muted">{t(`fields.${field.type}`)}</span>
        </p>
        {field.description && (
          <p className="line-clamp-2 text-muted">
            <bdi>{field.description}</bdi>
          </p>
        )}
        <p className="text-xs text-muted">
          {field.uses > 0 ? t('fields.uses', { n: field.uses }) : t('fields.unused')}
          <span className="mx-1.5">·</span>
          <time dateTime={field.last_modified_at} title={fullDate(field.last_modified_at)}>
            {t('fields.changed', { when: when(field.last_modified_at) })}
          </time>
        </p>
      </div>
      <Menu
        label={field.title}
        align="end"
        entries={entries}
        trigger={
          <button type="button" aria-label={t('fields.moreOf', { title: field.title })} className={iconButtonClass()}>
            <EllipsisVertical size={18} aria-hidden="true" />
          </button>
        }
      />
    </li>
  );
}
