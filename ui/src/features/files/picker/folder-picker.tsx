import { useState } from 'react';
import { useSpaces } from '~/api/spaces';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import type { Target } from '../operations/calls';
import type { Entry } from '../listing/entry';
import type { WholeDirectory } from '../listing/whole';
import { FolderChooser } from './folder-chooser';
import { refusalOf, startOf } from './picker';
import { useFolders } from './use-folders';
import { withOperations } from '../operations/with-operations';

type Props = {
  way: 'copy' | 'move';
  spaceId: string;
  entries: readonly Entry[];
  whole?: WholeDirectory | null;
  /** The directory that the entries lie in. */
  from: string;
  my: boolean;
  /** The items are on their way. */
  onSent?: (() => void) | undefined;
  onClose: () => void;
};

/** Chooses a target directory in any workspace. */
export function FolderPicker({ way, spaceId, entries, whole = null, from, my, onSent, onClose }: Props) {
  const { data: spaces = [] } = useSpaces();
  const [target, setTarget] = useState<Target | null>(() => startOf(spaceId, from));
  const folders = useFolders(target);
  const [first] = entries;
  const n = whole?.count ?? entries.length;
  const refusal = target && refusalOf(way, entries, target, folders.data);
  const handleSend = () => {
    if (!target) return;
    onClose();
    onSent?.();
    withOperations((operations) => operations[way](spaceId, entries, target, whole));
  };
  const words = way === 'copy' ? ('files.copyTitle' as const) : ('files.moveTitle' as const);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={n === 1 && first ? t(`${words}One`, { name: first.name }) : t(words, { n })}
      width="md"
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" disabled={!target || !folders.data || refusal !== null} onClick={handleSend}>
            {t(way === 'copy' ? 'files.copyHere' : 'files.moveHere')}
          </Button>
        </>
      }
    >
      <FolderChooser
        spaces={spaces}
        here={spaceId}
        my={my}
        moved={way === 'move' ? entries : []}
        target={target}
        folders={folders}
        onGo={setTarget}
      />
      <p role="status" className="mt-2 min-h-5 text-xs text-muted">
        {refusal}
      </p>
    </Dialog>
  );
}
