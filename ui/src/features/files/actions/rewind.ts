import { History } from 'lucide-react';
import { openRewind } from '~/features/rewind/start';
import { t } from '~/i18n';
import type { Action, ActionContext } from './action';
import { insideOf, mayMakeFolders } from '../listing/rights';

function targetOf({ place, directory, entries, count }: ActionContext) {
  const { spaceId } = place;
  const [entry] = entries;
  if (count === 1 && entry?.kind === 'directory') return { spaceId, directoryId: entry.id, name: entry.name };
  if (count > 0 || !directory) return null;
  const name = directory.name || (place.my ? t('files.myDrive') : t('files.shared'));
  return { spaceId, directoryId: directory.directory_id, name };
}

export const rewind: Action = {
  id: 'rewind',
  label: () => t('files.rewind'),
  Icon: History,
  group: 'view',
  places: ['item', 'space'],
  submenu: 'more',
  applies: (context) => {
    const [entry] = context.entries;
    return mayMakeFolders(entry ? insideOf(entry) : context.directory) && targetOf(context) !== null;
  },
  perform: (context) => {
    const target = targetOf(context);
    if (target) openRewind(target);
  },
};
