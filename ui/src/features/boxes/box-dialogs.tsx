import { lazy, Suspense, type ReactNode } from 'react';
import { RemoveDialog } from '~/features/gate/remove-dialog';
import { t, withWords } from '~/i18n';
import { changed } from '~/api/changed';
import type { Box } from '~/api/types';
import { deleteBox } from './api';
import type { BoxAct } from './box-row';

// Each dialog is fetched when it is opened.
const BoxDialog = lazy(async () => ({ default: (await withWords(import('./box-dialog'), 'dates')).BoxDialog }));
const FilesDialog = lazy(async () => ({ default: (await import('./files-dialog')).FilesDialog }));
const MadeDialog = lazy(async () => ({ default: (await import('./made-dialog')).MadeDialog }));

export interface OpenBox {
  readonly act: Exclude<BoxAct, 'open'>;
  readonly box: Box;
}

/** The dialogs of a list of boxes. */
export function BoxDialogs({ open, onClose }: { open: OpenBox | null; onClose: () => void }) {
  return <Suspense>{open && renderDialog(open, onClose)}</Suspense>;
}

function renderDialog({ act, box }: OpenBox, onClose: () => void): ReactNode {
  switch (act) {
    case 'edit':
      return (
        <BoxDialog
          spaceId={box.space_id}
          directory={{ id: box.directory_id, name: box.target.name }}
          box={box}
          onClose={onClose}
        />
      );
    case 'qr':
      return <MadeDialog box={box} title={t('boxes.codeAndQr')} onClose={onClose} />;
    case 'files':
      return <FilesDialog box={box} onClose={onClose} />;
    default:
      return (
        <RemoveDialog
          title={t('boxes.removeTitle', { title: box.title })}
          text={t('boxes.removeText')}
          yes={t('boxes.removeYes')}
          done={t('boxes.removed', { title: box.title })}
          remove={async () => {
            await deleteBox(box);
            await changed.boxes(box.space_id);
          }}
          onClose={onClose}
        />
      );
  }
}
