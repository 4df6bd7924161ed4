import { lazy, Suspense, type ReactNode } from 'react';
import { RemoveDialog } from '~/features/gate/remove-dialog';
import { t, withWords } from '~/i18n';
import { changed } from '~/api/changed';
import type { Link } from '~/api/types';
import { deleteLink } from './api';
import type { LinkAct } from './link-row';

// Each dialog is fetched when it is opened.
const QrDialog = lazy(async () => ({ default: (await import('~/features/gate/qr-dialog')).QrDialog }));
const OpeningsDialog = lazy(async () => ({ default: (await import('./openings-dialog')).OpeningsDialog }));
const EditDialog = lazy(async () => ({ default: (await withWords(import('./edit-dialog'), 'dates')).EditDialog }));

export interface OpenDialog {
  readonly act: LinkAct;
  readonly link: Link;
}

/** The dialogs of a list of links. */
export function LinkDialogs({ open, ...then }: Then & { open: OpenDialog | null }) {
  return <Suspense>{open && renderDialog(open, then)}</Suspense>;
}

type Then = { onClose: () => void; onRemoved?: (link: Link) => void };

function renderDialog({ act, link }: OpenDialog, { onClose, onRemoved }: Then): ReactNode {
  switch (act) {
    case 'edit':
      return <EditDialog link={link} onClose={onClose} />;
    case 'qr':
      return <QrDialog url={link.url} title={link.title} onClose={onClose} />;
    case 'openings':
      return <OpeningsDialog link={link} onClose={onClose} />;
    default:
      return (
        <RemoveDialog
          title={t('links.removeTitle', { title: link.title })}
          text={t('links.removeText')}
          yes={t('links.removeYes')}
          done={t('links.removed', { title: link.title })}
          remove={async () => {
            await deleteLink(link);
            onRemoved?.(link);
            await changed.links(link.space_id);
          }}
          onClose={onClose}
        />
      );
  }
}
