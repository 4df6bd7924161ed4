import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '~/api/types';
import type { Target } from '~/features/files/operations/calls';
import { PickerFolders } from '~/features/files/picker/picker-folders';
import { PickerNewFolder } from '~/features/files/picker/picker-new-folder';
import { PickerPath } from '~/features/files/picker/picker-path';
import { PickerRoots } from '~/features/files/picker/picker-roots';
import type { useFolders } from '~/features/files/picker/use-folders';
import { t } from '~/i18n';
import { Button } from '~/kit/button';

type Props = {
  spaces: readonly Space[];
  here: string;
  target: Target | null;
  folders: ReturnType<typeof useFolders>;
  onGo: (target: Target | null) => void;
};

/** Workspaces and their folders, to choose one. */
export function ChooseFolder({ spaces, here, target, folders, onGo }: Props) {
  const [naming, setNaming] = useState(false);
  const go = (next: Target | null) => {
    setNaming(false);
    onGo(next);
  };
  return (
    <>
      <div className="mb-2 flex min-h-11 items-center gap-2">
        <PickerPath target={target} spaces={spaces} path={folders.data?.path ?? []} fallbackMy={false} onGo={go} />
        {target && folders.data?.mayMakeFolders && !naming && (
          <Button kind="outline" icon={<FolderPlus size={17} aria-hidden="true" />} onClick={() => setNaming(true)}>
            {t('files.newFolder')}
          </Button>
        )}
      </div>
      {naming && target && <PickerNewFolder target={target} onMade={go} onClose={() => setNaming(false)} />}
      <div className="scroll-thin h-64 overflow-y-auto rounded-card border border-line bg-surface p-1">
        {target ? (
          <PickerFolders target={target} folders={folders} moved={[]} onGo={go} />
        ) : (
          <PickerRoots spaces={spaces} here={here} onGo={go} />
        )}
      </div>
    </>
  );
}
