import { Copy, Download, Eye, FolderOpen, FolderSearch } from 'lucide-react';
import { faultText } from '~/api/fault';
import { downloadFile, downloadZip } from '~/features/files/operations/downloads';
import { t } from '~/i18n';
import { copyText } from '~/kit/copy-text';
import type { MenuEntry } from '~/kit/menu-items';
import { toast } from '~/kit/toast';
import { folderOfHit, hrefOfHit, type Hit } from './hits';

type Go = (href: string) => void;

async function download(spaceId: string, { entry, directoryId }: Hit): Promise<void> {
  try {
    if (entry.kind === 'file') await downloadFile(spaceId, directoryId, entry.id);
    else await downloadZip(spaceId, [entry], entry.name);
  } catch (error) {
    toast({ title: faultText(error, 'download'), kind: 'error' });
  }
}

/** The actions on a hit. A hit in the trash can only be shown. */
export function hitMenu(spaceId: string, hit: Hit, my: boolean, trash: boolean, go: Go): MenuEntry[] {
  if (trash) {
    const href = `/workspace/${spaceId}/trash${my ? '/my' : ''}`;
    return [
      { id: 'folder', label: t('search.showInFolder'), icon: <FolderSearch size={18} />, onSelect: () => go(href) },
    ];
  }
  const href = hrefOfHit(spaceId, hit, my);
  const Open = hit.entry.kind === 'directory' ? FolderOpen : Eye;
  return [
    { id: 'open', label: t('search.open'), icon: <Open size={18} />, onSelect: () => go(href) },
    {
      id: 'folder',
      label: t('search.showInFolder'),
      icon: <FolderSearch size={18} />,
      onSelect: () => go(folderOfHit(spaceId, hit, my)),
    },
    'separator',
    {
      id: 'download',
      label: t('search.download'),
      icon: <Download size={18} />,
      onSelect: () => void download(spaceId, hit),
    },
    {
      id: 'link',
      label: t('search.copyLink'),
      icon: <Copy size={18} />,
      onSelect: () => {
        void copyText(location.origin + href);
        toast({ title: t('search.linkCopied'), kind: 'success' });
      },
    },
  ];
}
