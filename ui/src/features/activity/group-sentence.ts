import { t } from '~/i18n';
import type { TeamActivity } from '~/api/types';
import { verbs } from './fold';
import { partsOf, placeName, sentence, type Part } from './sentence';

/** Actions that are told as several under another verb than in the whole timeline, or only here. */
const others: Readonly<Record<string, string>> = {
  file_arrive: 'arrive',
  directory_arrive: 'arrive',
  file_leave: 'leave',
  directory_leave: 'leave',
  file_receive: 'receive',
};

function countText({ files_count: files, directories_count: directories, is_more: isMore }: TeamActivity): string {
  const count =
    directories === 0
      ? t('activity.nFiles', { n: files })
      : files === 0
        ? t('activity.nDirectories', { n: directories })
        : t('activity.nItems', { n: files + directories });
  return isMore ? t('activity.moreThan', { count }) : count;
}

/** What a person did in one go, as a sentence: one act by the name of its item, several by their number. */
export function groupSentence(group: TeamActivity, root: string): Part[] {
  const { activity, files_count: files, directories_count: directories } = group;
  const { action, after, done_by: by, path, target } = activity;
  const isFilled = action === 'directory_create' && files > 0;
  const verb = isFilled ? (directories === 1 ? 'folder' : 'upload') : (others[action] ?? verbs[action]);
  if (!verb || (files + directories <= 1 && !isFilled)) return sentence(activity, root);
  return partsOf(`many_${verb}`, {
    who: by.name || t('activity.somebody'),
    what: target.name,
    count: countText(isFilled ? { ...group, directories_count: 0 } : group),
    where: placeName(path, root),
    to: placeName(after?.path ?? path, root),
    title: after?.title ?? '',
  });
}
