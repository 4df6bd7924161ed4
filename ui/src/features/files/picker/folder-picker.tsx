import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { useSpaces } from '~/api/spaces';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import type { Target } from '../operations/calls';
import type { Entry } from '../listing/entry';
import { PickerFolders } from './picker-folders';
import { PickerNewFolder } from './picker-new-folder';
import { PickerPath } from './picker-path';
import { PickerRoots } from './picker-roots';
import { refusalOf, startOf } from './picker';
import { useFolders } from './use-folders';
import { withOperations } from '../operations/with-operations';

type Props = {
  way: 'copy' | 'move';
  spaceId: string;
  entries: readonly Entry[];
  /** The directory that the entries lie in. */
  from: string;
  my: boolean;
  onClose: () => void;
};

/** Chooses a target directory in any workspace. */
export function FolderPicker({ way, spaceId, entries, from, my, onClose }: Props) {
  const { data: spaces = [] } = useSpaces();
  const [target, setTarget] = useState<Target | null>(() => startOf(spaceId, from));
  const [naming, setNaming] = useState(false);
  const folders = useFolders(target);
  const [first] = entries;
  const refusal = target && refusalOf(way, entries, target, folders.data);
  const go = (next: Target | null) => {
    setNaming(false);
    setTarget(next);
  };
  const finish = () => {
    if (!target) return;
    onClose();
    withOperations((operations) => operations[way](spaceId, entries, target));
  };
  const words = way === 'copy' ? ('files.copyTitle' as const) : ('files.moveTitle' as const);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={entries.length === 1 && first ? t(`${words}One`, { name: first.name }) : t(words, { n: entries.length })}
      width="md"
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" disabled={!target || !folders.data || refusal !== null} onClick={finish}>
            {t(way === 'copy' ? 'files.copyHere' : 'files.moveHere')}
          </Button>
        </>
      }
    >
      <div className="mb-2 flex min-h-11 items-center gap-2">
        <PickerPath target={target} spaces={spaces} path={folders.data?.path ?? []} fallbackMy={my} onGo={go} />
        {target && folders.data?.mayMakeFolders && !naming && (
          <Button kind="outline" icon={<FolderPlus size={17} aria-hidden="true" />} onClick={() => setNaming(true)}>
            {t('files.newFolder')}
          </Button>
        )}
      </div>
      {naming && target && <PickerNewFolder target={target} onMade={go} onClose={() => setNaming(false)} />}
      <div className="scroll-thin h-72 overflow-y-auto rounded-card border border-line p-1">
        {target ? (
          <PickerFolders target={target} folders={folders} moved={way === 'move' ? entries : []} onGo={go} />
        ) : (
          <PickerRoots spaces={spaces} here={spaceId} onGo={go} />
        )}
      </div>
      <p role="status" className="mt-2 min-h-5 text-xs text-muted">
        {refusal}
      </p>
    </Dialog>
  );
}
