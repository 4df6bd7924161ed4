import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { placeOf, previewHref } from '~/api/place';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { IconButton } from '~/kit/icon-button';
import { Sheet } from '~/kit/sheet';
import { Fill } from '~/kit/slot';
import { useMedia } from '~/kit/use-media';
import { useNextPicture } from '~/kit/use-next-picture';
import type { ActionContext } from '../actions/action';
import { entryOfDirectory, type Entry } from '../listing/entry';
import { EntryPanel } from './entry-panel';
import { stepName } from '../view/path';
import { placeNames } from '../listing/words';

type Props = {
  context: ActionContext;
  bytes: number | null;
  /** Of the list itself. */
  title: string;
  onClose: () => void;
};

/** Details of the chosen entries, or of the directory itself: beside the list, or as a sheet on a small screen. */
export function DetailsPanel(props: Props) {
  const [, go] = useLocation();
  const wide = useMedia('(min-width: 1024px)');
  const { title, body } = contentOf(props, go);
  const opened = useNextPicture();
  if (!wide) {
    return (
      <Sheet open onOpenChange={(open) => !open && props.onClose()} title={title}>
        <div className="min-h-[70dvh] px-5 pt-2 pb-6">{body}</div>
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
        <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-6">{opened && body}</div>
      </div>
    </Fill>
  );
}

function contentOf({ context, bytes, title }: Props, go: (href: string) => void): { title: string; body: ReactNode } {
  const { listKind, place, path, directory, entries, count, view } = context;
  if (count > 1)
    return { title: t('files.manySelected', { n: count }), body: <Many entries={entries} bytes={bytes} /> };
  const [only] = entries;
  const itself = listKind === 'directory' && directory ? { ...entryOfDirectory(directory), name: title } : undefined;
  const shown = only ?? itself;
  if (!shown) return { title, body: <p className="py-6 text-center text-muted">{t('files.chooseForDetails')}</p> };
  const here = path.map((step, index) => (index === 0 ? stepName(undefined, place) : step.name));
  const trail = shown.path ? placeNames(shown) : only ? here : here.slice(0, -1);
  return {
    title: shown.name,
    body: (
      <EntryPanel
        spaceId={place.spaceId}
        entry={shown}
        trail={trail}
        tab={view.tab}
        onTab={(tab) => view.setDetails(tab)}
        onFind={(entry, found) =>
          go(previewHref(placeOf(entry, place), entry.directoryId, entry.id, '', found, 'sentences'))
        }
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
