import { anyDay, ZONE, type DayRange } from '~/page/dates/locale';
import { endOfDay, isIsoDay, startOfDay } from '~/kit/calendar-math';

export const KINDS = ['create', 'change', 'delete', 'restore', 'tag', 'workspace'] as const;
export type Kind = (typeof KINDS)[number];

const actionsOf: Record<Kind, readonly string[]> = {
  create: ['directory_create', 'file_create', 'file_receive', 'directory_copy', 'file_copy', 'version_create'],
  change: [
    'directory_rename',
    'directory_move',
    'directory_leave',
    'directory_arrive',
    'directory_merge',
    'directory_rewind',
    'file_rename',
    'file_move',
    'file_leave',
    'file_arrive',
    'file_replace',
    'file_access',
    'guest_add',
    'guest_update',
    'guest_remove',
    'version_restore',
    'version_delete',
    'undo',
  ],
  delete: ['directory_delete', 'directory_purge', 'file_delete', 'file_purge', 'trash_empty'],
  restore: ['directory_restore', 'file_restore'],
  tag: ['tag_set', 'tag_unset', 'field_create', 'field_update', 'field_delete'],
  workspace: [
    'workspace_create',
    'workspace_rename',
    'workspace_appearance',
    'workspace_access',
    'workspace_sharing',
    'workspace_templates',
    'member_join',
    'member_invite',
    'member_add',
    'member_update',
    'member_delete',
    'member_leave',
    'owner_change',
    'my_drive_hand_over',
    'role_create',
    'role_update',
    'role_delete',
  ],
};

/** The filters of a timeline; they are part of the address. */
export interface Filter {
  readonly person: string;
  readonly kind: Kind | '';
  readonly days: DayRange;
}

export const noFilter: Filter = { person: '', kind: '', days: anyDay };

export const isFiltered = ({ person, kind, days }: Filter) => Boolean(person || kind || days.from || days.to);

/** As the server takes it. */
export function queryOf({ person, kind, days }: Filter): Record<string, string> {
  return {
    ...(person && { person }),
    ...(kind && { action: actionsOf[kind].join(',') }),
    ...(days.from && { from: startOfDay(days.from, ZONE).toISOString() }),
    ...(days.to && { to: endOfDay(days.to, ZONE).toISOString() }),
  };
}

export function parseFilter(search: string): Filter {
  const query = new URLSearchParams(search);
  const [from = '', to = ''] = (query.get('days') ?? '').split('..');
  return {
    person: query.get('person') ?? '',
    kind: KINDS.find((kind) => kind === query.get('kind')) ?? '',
    days: { from: isIsoDay(from) ? from : null, to: isIsoDay(to) ? to : null },
  };
}

export function formatFilter({ person, kind, days }: Filter): string {
  const query = new URLSearchParams();
  if (person) query.set('person', person);
  if (kind) query.set('kind', kind);
  if (days.from || days.to) query.set('days', `${days.from ?? ''}..${days.to ?? ''}`);
  return query.toString();
}
