import { knownSpaces } from '~/api/known-spaces';
import type { Trashed } from '~/api/types';
import { t } from '~/i18n';
import type { Entry } from './entry';

/** How long something stays in the trash, as a person would say it. */
export function daysLeftText(days: number): string {
  return days <= 0 ? t('files.daysLeftNone') : t('files.daysLeft', { n: days });
}

/** The original place of an entry in the trash. A root has no name of its own, and a directory may be deleted. */
export function originOf({ original_path: path, original_directory_id: id }: Trashed): string {
  if (path === null) return t('files.originGone');
  const names = path.split('/').filter(Boolean).join(' / ');
  return names || t(isMyRoot(id) ? 'files.myDrive' : 'files.shared');
}

const isMyRoot = (id: string | null | undefined) => knownSpaces().some(({ my_root_directory_id: root }) => root === id);

/** The path of an entry in a list from the whole workspace, in words. */
export function placeNames({ path }: Entry): string[] {
  const my = isMyRoot(path?.[0]?.directory_id);
  return (path ?? []).map(({ name }, index) => (index === 0 ? t(my ? 'files.myDrive' : 'files.shared') : name));
}
