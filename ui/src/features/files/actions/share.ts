import { Handshake } from 'lucide-react';
import { knownSpace } from '~/api/known-spaces';
import { can, permissionsQuery } from '~/api/permissions';
import { queryClient } from '~/api/query';
import type { Permission } from '~/api/types';
import { t } from '~/i18n';
import type { Action } from './action';
import { showDialog } from '../operations/dialogs';
import { placeOf } from '~/api/place';
import { mayAll } from '../listing/rights';

/** In the shared files members who may give roles can share; in My Drive only its owner. */
function mayShare(spaceId: string, my: boolean): boolean {
  if (!knownSpace(spaceId)) return false;
  return my || can(queryClient.getQueryData<Permission[]>(permissionsQuery(spaceId).queryKey), 'create', 'role');
}

export const share: Action = {
  id: 'share',
  label: () => t('files.share'),
  Icon: Handshake,
  group: 'transfer',
  vital: true,
  places: ['item', 'bar'],
  applies: ({ listKind, place, count, entries }) => {
    const [entry] = entries;
    if (listKind === 'trash' || count !== 1 || !entry || place.viewAs) return false;
    return mayAll(entries, 'read') && mayShare(place.spaceId, placeOf(entry, place).my);
  },
  perform: ({ place: { spaceId }, entries: [entry] }) => entry && showDialog({ kind: 'share', spaceId, entry }),
};
