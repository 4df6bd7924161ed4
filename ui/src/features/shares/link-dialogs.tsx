import { QrDialog } from '~/features/links/qr-dialog';
import { RemoveDialog } from '~/features/links/remove-dialog';
import { t } from '~/i18n';
import { deleteLink, refreshLinks, type Link } from './api';
import type { LinkAct } from './link-row';
import { OpeningsDialog } from './openings-dialog';
import { ShareDialog } from './share-dialog';

export interface OpenLink {
  readonly act: LinkAct;
  readonly link: Link;
}

/** What hangs over a list of links. */
export function LinkDialogs({ open, onClose }: { open: OpenLink | null; onClose: () => void }) {
  if (!open) return null;
  const { act, link } = open;
  switch (act) {
    case 'edit':
      return <ShareDialog spaceId={link.space_id} targets={[]} link={link} onClose={onClose} />;
    case 'qr':
      return <QrDialog url={link.url} title={link.title} onClose={onClose} />;
    case 'openings':
      return <OpeningsDialog link={link} onClose={onClose} />;
    default:
      return (
        <RemoveDialog
          title={t('shares.removeTitle', { title: link.title })}
          text={t('shares.removeText')}
          yes={t('shares.removeYes')}
          done={t('shares.removed', { title: link.title })}
          remove={async () => {
            await deleteLink(link);
            await refreshLinks(link.space_id);
          }}
          onClose={onClose}
        />
      );
  }
}
