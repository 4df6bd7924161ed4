import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { changed } from '~/api/changed';
import { t } from '~/i18n';
import { useMedia } from '~/kit/use-media';
import { menuFor } from './action-list';
import { useClipboard } from './clipboard';
import { EntriesView, type EntriesHandle } from './entries-view';
import { LoadingFace } from './faces';
import { useListing, type Entries } from './listing';
import { MenuArea } from './menu-area';
import { stepName } from './path';
import type { Place } from '~/api/place';
import { usePreferences } from './preferences';
import type { Shelf } from './shelf';
import { formatSort } from './sort';
import { Toolbar } from './toolbar';
import { UploadArea } from './upload-area';
import { useBrowserContext } from './use-browser-context';
import { useDrag } from './use-drag';
import { useKeys } from './use-keys';
import { usePlace } from './use-place';
import { useReturn } from './use-return';
import { useSelection } from './use-selection';
import { useView } from './use-view';
import { warmDeeds } from './with-deeds';

// Not needed for the first picture.
const FilesDialogs = lazy(async () => ({ default: (await import('./files-dialogs')).FilesDialogs }));
const SelectionBar = lazy(async () => ({ default: (await import('./selection-bar')).SelectionBar }));
const ErrorFace = lazy(async () => ({ default: (await import('./error-face')).ErrorFace }));
const PasteBar = lazy(async () => ({ default: (await import('./paste-bar')).PasteBar }));
const DetailsPanel = lazy(async () => ({ default: (await import('./details-panel')).DetailsPanel }));

type Props = {
  place: Place;
  /** A directory, or another list's name in its place. */
  directoryId: string;
  shelf: Shelf;
  /** In place of the path. */
  title?: string;
  /** More that can be done with the whole list. */
  renderTools?: (entries: Entries) => ReactNode;
  above?: ReactNode;
  renderEmpty: (entries: Entries) => ReactNode;
};

/** One list: what is chosen in it, and what can be done. */
export function Browser({ place: asked, directoryId, shelf, title, renderTools, above, renderEmpty }: Props) {
  const { spaceId } = asked;
  const view = useView(shelf);
  const { hidden } = usePreferences();
  const entries = useListing({ spaceId, directoryId, sort: formatSort(view.sort), source: shelf.source });
  const place = usePlace(asked, entries.path);
  const selecting = useSelection(entries);
  const handle = useRef<EntriesHandle>(null);
  const [keysShown, setKeysShown] = useState(false);
  const { context, bytes, open } = useBrowserContext({
    shelf,
    place,
    directoryId,
    entries,
    view,
    selecting,
    showShortcuts: () => setKeysShown(true),
  });

  useReturn(directoryId, entries, selecting, handle);
  useKeys({ entries, selecting, handle, context });
  useDrag({ entries, selecting, context });
  useEffect(() => {
    const timer = setTimeout(warmDeeds, 2000);
    return () => clearTimeout(timer);
  }, []);

  const here = title ?? stepName(entries.path.at(-1), place);
  const now = context();
  const held = useClipboard().length > 0;
  const touch = useMedia('(pointer: coarse)');
  const list = (dropOn: string | null) =>
    entries.error ? (
      <Suspense>
        <ErrorFace error={entries.error} onRetry={() => void changed.files(spaceId, directoryId)} />
      </Suspense>
    ) : entries.loading ? (
      <LoadingFace view={view.kind} />
    ) : (
      <MenuArea
        label={() => (now.count === 1 && now.entries[0]?.name) || t('files.selectionActions')}
        onSheetClosed={() => setTimeout(() => !isDetailsOpen() && selecting.clear())}
        entries={() => menuFor(context().count > 0 ? 'item' : 'space', context())}
        render={(onMore) =>
          entries.count === 0 ? (
            renderEmpty(entries)
          ) : (
            <EntriesView
              {...{ spaceId, entries, view, hidden, shelf, selecting, dropOn, handle }}
              label={title ?? t('files.list')}
              onOpen={open}
              onMore={(button, index) => {
                const id = entries.idAt(index);
                if (id) selecting.context(id);
                onMore(button);
              }}
            />
          )
        }
      />
    );
  return (
    <UploadArea place={place} directoryId={directoryId} entries={entries} shelf={shelf} here={here}>
      {(dropOn) => (
        <>
          <h1 className="sr-only">{here}</h1>
          <Toolbar {...{ place, view, hidden, shelf, title }} path={entries.path} tools={renderTools?.(entries)} />
          <Suspense>{now.count > 0 && <SelectionBar context={now} bytes={bytes} onClear={selecting.clear} />}</Suspense>
          {above}
          {list(dropOn)}
          {held && (
            <Suspense>
              <PasteBar context={now} />
            </Suspense>
          )}
          {view.details && (
            <Suspense>
              <DetailsPanel
                context={now}
                bytes={bytes}
                title={here}
                onClose={() => {
                  view.setDetails(false);
                  if (touch) selecting.clear();
                }}
              />
            </Suspense>
          )}
          <Suspense>
            <FilesDialogs keys={keysShown ? now : null} onKeysClosed={() => setKeysShown(false)} />
          </Suspense>
        </>
      )}
    </UploadArea>
  );
}

/** As the address says now; an action of the menu may just have opened it. */
function isDetailsOpen(): boolean {
  return new URLSearchParams(location.search).has('details');
}
