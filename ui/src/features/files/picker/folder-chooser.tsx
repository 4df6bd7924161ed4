import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '~/api/types';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import type { Entry } from '../listing/entry';
import type { Target } from '../operations/calls';
import { PickerFolders } from './picker-folders';
import { PickerNewFolder } from './picker-new-folder';
import { PickerPath } from './picker-path';
import { PickerRoots } from './picker-roots';
import type { useFolders } from './use-folders';

type Props = {
  spaces: readonly Space[];
  /** The workspace that is listed first. */
  here: string;
  /** Whether the root of a path without one is My Drive. */
  my?: boolean;
  /** Entries that are on their way: a folder cannot go into itself. */
  moved?: readonly Entry[];
  target: Target | null;
  folders: ReturnType<typeof useFolders>;
  onGo: (target: Target | null) => void;
};

/** Workspaces and their folders, to choose one. */
export function FolderChooser({ spaces, here, my = false, moved = [], target, folders, onGo }: Props) {
  const [naming, setNaming] = useState(false);
  const handleGo = (next: Target | null) => {
    setNaming(false);
    onGo(next);
  };
  return (
    <>
      <div className="mb-2 flex min-h-11 items-center gap-2">
        <PickerPath target={target} spaces={spaces} path={folders.data?.path ?? []} fallbackMy={my} onGo={handleGo} />
        {target && folders.data?.mayMakeFolders && !naming && (
          <Button kind="outline" icon={<FolderPlus size={17} aria-hidden="true" />} onClick={() => setNaming(true)}>
            {t('files.newFolder')}
          </Button>
        )}
      </div>
      {naming && target && <PickerNewFolder target={target} onMade={handleGo} onClose={() => setNaming(false)} />}
      <div className="scroll-thin h-72 overflow-y-auto rounded-card border border-line bg-surface p-1">
        {target ? (
          <PickerFolders target={target} folders={folders} moved={moved} onGo={handleGo} />
        ) : (
          <PickerRoots spaces={spaces} here={here} onGo={handleGo} />
        )}
      </div>
    </>
  );
}
