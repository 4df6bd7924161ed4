import { EllipsisVertical, FileText, Folder, Pencil, Trash2, Users, Warehouse } from 'lucide-react';
import type { CustomRole } from '~/api/types';
import { personName } from '~/page/people/person';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { targetName } from '~/page/people/target-name';

type Props = {
  role: CustomRole;
  may: { update: boolean; delete: boolean };
  onEdit: () => void;
  onDelete: () => void;
};

const SHOWN = 3;

/** A custom role: its holders, and the items it is valid for. */
export function RoleRow({ role, may, onEdit, onDelete }: Props) {
  const entries: MenuEntry[] = [];
  if (may.update) entries.push({ id: 'edit', label: t('roles.edit'), icon: <Pencil size={18} />, onSelect: onEdit });
  if (may.delete) {
    entries.push('separator', {
      id: 'delete',
      label: t('roles.delete'),
      icon: <Trash2 size={18} />,
      danger: true,
      onSelect: onDelete,
    });
  }
  return (
    <li className="flex items-start gap-3 py-3 ps-4 pe-2">
      <div className="min-w-0 flex-1 text-start">
        <p className="truncate font-semibold">
          <bdi>{role.name}</bdi>
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-5 gap-y-1.5">
          <span className="flex items-center gap-2">
            {role.members.length > 0 ? (
              <span className="flex -space-x-2">
                {role.members.slice(0, 4).map((person) => (
                  <Avatar
                    key={person.user_id}
                    name={personName(person, person.email)}
                    className="size-6 text-xs ring-2 ring-surface"
                  />
                ))}
              </span>
            ) : (
              <Users size={16} aria-hidden="true" className="text-muted" />
            )}
            {role.members.length > 0 ? t('roles.membersCount', { n: role.members.length }) : t('roles.nobody')}
          </span>
          <ul className="flex min-w-0 flex-wrap items-center gap-1.5" aria-label={t('roles.where')}>
            {role.targets.slice(0, SHOWN).map((target) => {
              const Icon = target.name === '' ? Warehouse : target.target_type === 'folder' ? Folder : FileText;
              return (
                <li
                  key={target.target_id}
                  className="flex max-w-52 items-center gap-1.5 rounded-full bg-sunken px-2.5 text-xs leading-6"
                >
                  <Icon size={13} aria-hidden="true" className="shrink-0 text-muted" />
                  <bdi className="truncate">{targetName(target)}</bdi>
                </li>
              );
            })}
            {role.targets.length > SHOWN && (
              <li className="text-xs text-muted">{t('roles.moreTargets', { n: role.targets.length - SHOWN })}</li>
            )}
            {role.targets.length === 0 && <li className="text-xs text-muted">{t('roles.nowhere')}</li>}
          </ul>
        </div>
        <p className="mt-1.5 text-xs text-muted">
          {t('roles.permissionsCount', { n: role.permissions.length })}
          <span className="mx-1.5">·</span>
          <time dateTime={role.edited_at} title={fullDate(role.edited_at)}>
            {t('roles.edited', { when: when(role.edited_at), name: personName(role.edited_by) })}
          </time>
        </p>
      </div>
      {entries.length > 0 && (
        <Menu
          label={role.name}
          align="end"
          entries={entries}
          trigger={
            <button type="button" aria-label={t('roles.moreOf', { name: role.name })} className={iconButtonClass()}>
              <EllipsisVertical size={18} aria-hidden="true" />
            </button>
          }
        />
      )}
    </li>
  );
}
