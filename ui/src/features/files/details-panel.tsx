import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Directory, PathStep } from '~/api/types';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { IconButton } from '~/kit/icon-button';
import { Sheet } from '~/kit/sheet';
import { Fill } from '~/kit/slot';
import { useMedia } from '~/kit/use-media';
import { DirectoryDetails } from './directory-details';
import { entryOfDirectory, type Entry } from './entry';
import { FileDetails } from './file-details';
import { stepName } from './path';
import type { Place } from './place';

type Props = {
  place: Place;
  directory: Directory;
  path: readonly PathStep[];
  /** The chosen entries that are known. */
  entries: readonly Entry[];
  count: number;
  bytes: number | null;
  onClose: () => void;
};

/** About what is chosen, or about the directory itself: beside the list, or as a sheet where there is no room. */
export function DetailsPanel(props: Props) {
  const wide = useMedia('(min-width: 1024px)');
  const { title, body } = contentOf(props);
  if (!wide) {
    return (
      <Sheet open onOpenChange={(open) => !open && props.onClose()} title={title}>
        <div className="px-5 pt-2 pb-6">{body}</div>
      </Sheet>
    );
  }
  return (
    <Fill name="details">
      <div className="flex h-full flex-col">
        <header className="flex items-start gap-2 ps-5 pe-3 pt-3 pb-1">
          <h2 className="line-clamp-2 min-w-0 flex-1 pt-1.5 text-start text-base font-bold wrap-anywhere">
            <bdi>{title}</bdi>
          </h2>
          <IconButton label={t('files.closeDetails')} onClick={props.onClose}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </header>
        <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-6">{body}</div>
      </div>
    </Fill>
  );
}

function contentOf({ place, directory, path, entries, count, bytes }: Props): { title: string; body: ReactNode } {
  const [only] = entries;
  const here = stepName(path.at(-1), place.my);
  const trail = path.map((step, index) => (index === 0 ? stepName(step, place.my) : step.name));
  if (count > 1)
    return { title: t('files.manySelected', { n: count }), body: <Many entries={entries} bytes={bytes} /> };
  if (only?.kind === 'file') {
    return {
      title: only.name,
      body: (
        <FileDetails
          key={only.id}
          spaceId={place.spaceId}
          directoryId={directory.directory_id}
          file={only}
          trail={trail}
        />
      ),
    };
  }
  const shown = only ?? { ...entryOfDirectory(directory), name: here };
  return {
    title: shown.name,
    body: (
      <DirectoryDetails
        key={shown.id}
        spaceId={place.spaceId}
        directory={shown}
        trail={only ? trail : trail.slice(0, -1)}
      />
    ),
  };
}

function Many({ entries, bytes }: { entries: readonly Entry[]; bytes: number | null }) {
  return (
    <div className="grid justify-items-center gap-5 py-6">
      <div className="flex -space-x-3 rtl:space-x-reverse">
        {entries.slice(0, 4).map((entry) => (
          <FileIcon key={entry.id} type={entry.type} size="lg" className="bg-surface! shadow-card ring-1 ring-line" />
        ))}
      </div>
      {bytes !== null && <p className="text-lg font-bold">{size(bytes)}</p>}
    </div>
  );
}
