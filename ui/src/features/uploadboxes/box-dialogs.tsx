import { RemoveDialog } from '~/features/links/remove-dialog';
import { t } from '~/i18n';
import { deleteBox, refreshBoxes, type Box } from './api';
import { BoxDialog } from './box-dialog';
import type { BoxAct } from './box-row';
import { FilesDialog } from './files-dialog';
import { MadeDialog } from './made-dialog';

export interface OpenBox {
  readonly act: Exclude<BoxAct, 'open'>;
  readonly box: Box;
}

/** What hangs over a list of boxes. */
export function BoxDialogs({ open, onClose }: { open: OpenBox | null; onClose: () => void }) {
  if (!open) return null;
  const { act, box } = open;
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
            await refreshBoxes(box.space_id);
          }}
          onClose={onClose}
        />
      );
  }
}
