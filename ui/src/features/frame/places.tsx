import { FolderOpen, HardDrive } from 'lucide-react';
import { t } from '~/i18n';

/** The places of a workspace, as the sidebar and the bottom bar show them. */
export function places(spaceId: string) {
  const base = `/workspace/${spaceId}`;
  return [
    { id: 'shared', href: base, label: t('frame.sharedFiles'), short: t('frame.sharedShort'), Icon: FolderOpen },
    { id: 'my', href: `${base}/my`, label: t('frame.myDrive'), short: t('frame.myDrive'), Icon: HardDrive },
  ];
}

/** Which place an address lies in. A directory's address says whether it is of My Drive. */
export function placeOf(spaceId: string, path: string): string | null {
  const rest = path.slice(`/workspace/${spaceId}`.length);
  if (rest === '/my' || /^\/directory\/[^/]+\/my$/.test(rest)) return 'my';
  return rest === '' || /^\/directory\/[^/]+$/.test(rest) ? 'shared' : null;
}
