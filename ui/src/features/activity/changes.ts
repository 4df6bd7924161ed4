import { t } from '~/i18n';
import { size } from '~/i18n/format';
import type { Activity, ActivityDetail as Detail } from '~/api/types';

/** The values before and after, where the sentence does not contain them already. */
interface Change {
  readonly before: string | null;
  readonly after: string | null;
}

function textOf(action: string, detail: Detail | null): string | null {
  if (!detail) return null;
  if (action === 'file_access') return detail.access === 'public' ? t('activity.public') : t('activity.private');
  if (action.endsWith('_move') || action.endsWith('_restore'))
    return detail.path?.split('/').filter(Boolean).join(' / ') || null;
  if (action.startsWith('tag_')) return detail.content ?? null;
  if (action.startsWith('field_')) return null;
  return detail.size === undefined ? null : size(detail.size);
}

export function changeOf({ action, before, after }: Activity): Change | null {
  if (action === 'version_restore') return null;
  const change = { before: textOf(action, before), after: textOf(action, after) };
  if (change.before === null && change.after === null) return null;
  return change.before === change.after ? null : change;
}
