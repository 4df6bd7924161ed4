import { CloudDownload, FolderOpen, HardDrive, History, Tags } from 'lucide-react';
import { can, usePermissions } from '~/api/permissions';
import { t } from '~/i18n';

/** The places of a workspace, as the sidebar and the bottom bar show them. */
export function places(spaceId: string) {
  const base = `/workspace/${spaceId}`;
  return [
    { id: 'shared', href: base, label: t('frame.sharedFiles'), short: t('frame.sharedShort'), Icon: FolderOpen },
    { id: 'my', href: `${base}/my`, label: t('frame.myDrive'), short: t('frame.myDrive'), Icon: HardDrive },
  ];
}

/** Further places, as far as the person may see them; a phone has them in a menu. */
export function useMorePlaces(spaceId: string) {
  const permissions = usePermissions(spaceId).data;
  const base = `/workspace/${spaceId}`;
  const all = [
    { id: 'activity', href: `${base}/activity`, label: t('frame.activity'), Icon: History, need: 'activity' },
    { id: 'tags', href: `${base}/custom-fields`, label: t('frame.tags'), Icon: Tags, need: 'space_custom_field' },
    { id: 'offline', href: `${base}/offline`, label: t('frame.offlineFiles'), Icon: CloudDownload, need: null },
  ];
  return all.filter(({ need }) => need === null || can(permissions, 'read', need));
}

/** Which place an address lies in. A directory's address says whether it is of My Drive. */
export function placeOf(spaceId: string, path: string): string | null {
  const rest = path.slice(`/workspace/${spaceId}`.length);
  if (rest === '/my' || /^\/directory\/[^/]+\/my$/.test(rest)) return 'my';
  if (/\/activity(\/my)?$/.test(rest)) return 'activity';
  if (rest === '/custom-fields') return 'tags';
  if (rest === '/offline') return 'offline';
  return rest === '' || /^\/directory\/[^/]+$/.test(rest) ? 'shared' : null;
}
