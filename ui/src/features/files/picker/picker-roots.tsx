import { FolderOpen, HardDrive } from 'lucide-react';
import type { Space } from '~/api/types';
import { t } from '~/i18n';
import { SpaceAvatar } from '~/page/space-avatar';
import type { Target } from '../operations/calls';
import { PickerRow } from './picker-row';

type Props = {
  spaces: readonly Space[];
  /** The workspace that comes first. */
  here: string;
  onGo: (target: Target) => void;
};

/** Every workspace with its shared files and My Drive. */
export function PickerRoots({ spaces, here, onGo }: Props) {
  const sorted = [...spaces].sort((a, b) => Number(b.space_id === here) - Number(a.space_id === here));
  return sorted.map((space) => (
    <section key={space.space_id} aria-label={space.title} className="pb-2">
      <h3 className="flex items-center gap-2 px-3 pt-2 pb-1 text-xs font-semibold text-muted">
        <SpaceAvatar space={space} className="size-5" />
        <bdi className="truncate">{space.title}</bdi>
      </h3>
      <PickerRow
        icon={<FolderOpen size={19} aria-hidden="true" className="text-muted" />}
        name={t('files.shared')}
        onClick={() => onGo({ spaceId: space.space_id, directoryId: space.root_directory_id })}
      />
      <PickerRow
        icon={<HardDrive size={19} aria-hidden="true" className="text-muted" />}
        name={t('files.myDrive')}
        onClick={() => onGo({ spaceId: space.space_id, directoryId: space.my_root_directory_id })}
      />
    </section>
  ));
}
