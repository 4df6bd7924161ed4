import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { changed } from '~/api/changed';
import { knownSpace } from '~/api/known-spaces';
import type { PathStep } from '~/api/types';
import { t } from '~/i18n';
import { AfterPaint } from '~/kit/after-paint';
import { Fill } from '~/kit/slot';
import { useMedia } from '~/kit/use-media';
import { useOfferedActions } from '~/page/palette';
import { useWindowTitle } from '~/page/use-window-title';
import { menuFor } from './actions/action-list';
import { offerOf } from './actions/offer';
import { useClipboard } from './operations/clipboard';
import { EntriesView, type EntriesHandle } from './view/entries-view';
import type { Entry } from './listing/entry';
import { PAGE_SIZE } from './listing/windows';
import { LoadingState } from './view/states';
import { useListing, type Entries } from './listing/listing';
import { MenuArea } from './view/menu-area';
import { stepHref, stepName } from './view/path';
import { hrefOf, type Place } from '~/api/place';
import { usePreferences } from './listing/preferences';
import type { ListKind } from './listing/list-kind';
import { formatSort } from './listing/sort';
import { Toolbar } from './view/toolbar';
import { UploadArea } from './view/upload-area';
import { useBrowserContext } from './view/use-browser-context';
import { useDrag } from './view/use-drag';
import { useKeys } from './view/use-keys';
import { usePlace } from './view/use-place';
import { useReturn } from './view/use-return';
import { useSelection } from './view/use-selection';
import { useView } from './listing/use-view';
import { preloadOperations } from './operations/with-operations';

// Not needed for the first picture.
const FilesDialogs = lazy(async () => ({ default: (await import('./files-dialogs')).FilesDialogs }));
const SelectionBar = lazy(async () => ({ default: (await import('./view/selection-bar')).SelectionBar }));
const ErrorState = lazy(async () => ({ default: (await import('./view/error-state')).ErrorState }));
const PasteBar = lazy(async () => ({ default: (await import('./view/paste-bar')).PasteBar }));
const DetailsPanel = lazy(async () => ({ default: (await import('./details/details-panel')).DetailsPanel }));

type Props = {
  place: Place;
  /** A directory, or another list's name in its place. */
  directoryId: string;
  listKind: ListKind;
  /** In place of the path. */
  title?: string;
  /** More that can be done with the whole list. */
  renderTools?: (entries: Entries) => ReactNode;
  above?: ReactNode;
  renderEmpty: (entries: Entries) => ReactNode;
};

/** A list of entries with selection, actions and details. */
export function Browser({ place: asked, directoryId, listKind, title, renderTools, above, renderEmpty }: Props) {
  const { spaceId } = asked;
  const view = useView(listKind);
  const { hidden } = usePreferences();
  const of = { spaceId, directoryId, sort: formatSort(view.sort), source: listKind.source };
  const entries = useListing(of, view.kind === 'grid');
  const place = usePlace(asked, entries.path);
  const selecting = useSelection(entries);
  const handle = useRef<EntriesHandle>(null);
  const [keysShown, setKeysShown] = useState(false);
  const { context, bytes, open } = useBrowserContext({
    listKind,
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
  useOfferedActions(() => offerOf(context()));
  useEffect(() => {
    const timer = setTimeout(preloadOperations, 2000);
    return () => clearTimeout(timer);
  }, []);

  const here = title ?? stepName(entries.path.at(-1), place);
  useWindowTitle(entries.path.length > 0 ? here : undefined);
  const now = context();
  const held = useClipboard().items.length > 0;
  const touch = useMedia('(pointer: coarse)');
  const list = (dropOn: string | null) =>
    entries.error ? (
      <Suspense>
        <ErrorState
          error={entries.error}
          onRetry={() => void changed.files(spaceId, directoryId)}
          up={upFrom(place, entries.path)}
          wasShown={entries.path.length > 0}
          isRoot={directoryId === knownSpace(spaceId)?.root_directory_id}
        />
      </Suspense>
    ) : entries.loading ? (
      <LoadingState view={view.kind} />
    ) : (
      <MenuArea
        label={() => {
          const { count, entries: chosen } = context();
          return (count === 1 && chosen[0]?.name) || t('files.selectionActions');
        }}
        onSheetClosed={() => setTimeout(() => !isDetailsOpen() && selecting.clear())}
        entries={() => menuFor(context().count > 0 ? 'item' : 'space', context())}
        render={(onMore) =>
          entries.count === 0 ? (
            renderEmpty(entries)
          ) : (
            <EntriesView
              {...{ spaceId, entries, view, hidden, listKind, selecting, dropOn, handle }}
              label={title ?? t('files.list')}
              heading={here}
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
    <UploadArea place={place} directoryId={directoryId} entries={entries} listKind={listKind} here={here}>
      {(dropOn) => (
        <>
          <h1 className="sr-only">{here}</h1>
          <Toolbar
            {...{ place, view, hidden, listKind, title }}
            path={entries.path}
            count={entries.loading || entries.error ? null : entries.count}
            tools={renderTools?.(entries)}
          />
          {above}
          <div className="flex min-h-0 flex-1 flex-col sm:relative">
            <AfterPaint>
              <Suspense>
                {now.count > 0 && <SelectionBar context={now} bytes={bytes} onClear={selecting.clear} />}
              </Suspense>
            </AfterPaint>
            {list(dropOn)}
          </div>
          {held && (
            <Fill name="bars">
              <Suspense>
                <PasteBar context={now} />
              </Suspense>
            </Fill>
          )}
          <AfterPaint>
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
          </AfterPaint>
          <AfterPaint>
            <Suspense>
              <FilesDialogs
                keys={keysShown ? { context: now, entries: firstOf(entries) } : null}
                onKeysClosed={() => setKeysShown(false)}
              />
            </Suspense>
          </AfterPaint>
        </>
      )}
    </UploadArea>
  );
}

/** The directory above one that was shown, and the root of the files of another one; undefined for the root itself. */
function upFrom(place: Place, path: readonly PathStep[]): { name: string; href: string } | undefined {
  const step = path.at(-2);
  if (step) return { name: stepName(step, place), href: stepHref(place, step, path.length - 2) };
  if (!place.directoryId) return undefined;
  return { name: stepName(undefined, place), href: hrefOf({ ...place, directoryId: undefined }) };
}

/** Some entries of a list, which stand for all of them. */
const firstOf = ({ count, entryAt }: Entries): Entry[] =>
  Array.from({ length: Math.min(count, PAGE_SIZE) }, (_, index) => entryAt(index)).filter((entry) => entry !== null);

/** As the address says now; an action of the menu may just have opened it. */
function isDetailsOpen(): boolean {
  return new URLSearchParams(location.search).has('details');
}
