import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Fault, faultText } from '~/api/fault';
import { offerOf } from '~/features/files/actions/offer';
import { useDialog } from '~/features/files/operations/dialogs';
import { downloadFile } from '~/features/files/operations/downloads';
import { entryOfFile } from '~/features/files/listing/entry';
import { stepName } from '~/features/files/view/path';
import { hrefOf, previewHref, withoutFound, type Found } from '~/api/place';
import { expectReturn } from '~/features/files/view/scroll-memory';
import { formatSort } from '~/features/files/listing/sort';
import { useView } from '~/features/files/listing/use-view';
import { isRtl, useLang } from '~/i18n';
import { cx } from '~/kit/cx';
import { isPageCovered } from '~/kit/page-cover';
import { toast } from '~/kit/toast';
import { useOfferedActions } from '~/page/palette';
import { useWindowTitle } from '~/page/use-window-title';
import { useContent, useFile, type Finding } from '~/api/content';
import { enginesFor } from '~/api/engines';
import { useChanges } from '~/features/live/use-changes';
import { SidePanel } from './side-panel';
import { useSiblings, type Siblings } from './siblings';
import { Stage } from './stage';
import { TopBar } from './top-bar';
import { runKey, useAskedShare, useFileActions } from './use-actions';
import { useMarking } from './use-marking';

const EntryPanel = lazy(async () => ({ default: (await import('~/features/files/details/entry-panel')).EntryPanel }));
const FilesDialogs = lazy(async () => ({ default: (await import('~/features/files/files-dialogs')).FilesDialogs }));

type Props = { spaceId: string; directoryId: string; fileId: string };

/** One file, as large as the window. */
export function PreviewPage({ spaceId, directoryId, fileId }: Props) {
  useLang();
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch());
  const my = asked.get('my') === '1';
  const view = useView();
  const { sort, search } = view;
  // A sheet over the words that were asked for would hide them.
  const [details, setDetails] = useState(() => asked.has('panel') && isWide());
  const [tab, setTab] = useState(() => asked.get('panel') ?? 'details');
  const dialog = useDialog();
  const file = useFile(spaceId, directoryId, fileId);
  useWindowTitle(file.data?.file_name);
  const content = useContent(spaceId, directoryId, fileId);
  useChanges({ spaceId, directoryId }, enginesFor(file.data?.file_name ?? '').length > 0, () => void file.refetch());
  const siblings = useSiblings({ spaceId, directoryId, sort: formatSort(sort) }, fileId).data ?? null;

  // Only the directories that lead to it.
  const path = (file.data?.path ?? []).filter(({ directory_id: step }) => step !== fileId);
  const place = { spaceId, my };
  const folder = hrefOf({ ...place, directoryId: path.length === 1 ? undefined : directoryId });
  const back = () => {
    const query = new URLSearchParams(search);
    const list = listOf(query.get('from'), spaceId);
    if (list) {
      navigate(list);
      return expectReturn();
    }
    query.delete('my');
    withoutFound(query);
    const rest = query.toString();
    navigate(folder + (rest && `?${rest}`));
    return expectReturn();
  };
  const goToFile = (id: string | null) => {
    if (id) navigate(previewHref(place, directoryId, id, search), { replace: true });
  };
  const handleFind = (_: unknown, found: Found) => {
    navigate(previewHref(place, directoryId, fileId, search, found), { replace: true });
    if (!isWide()) setDetails(false);
  };
  const handleDownload = () => {
    downloadFile(spaceId, directoryId, fileId).catch((error: unknown) => {
      toast({ title: faultText(error, 'download'), kind: 'error' });
    });
  };
  const { marking, active: busy } = useMarking(spaceId, directoryId, file.data);
  const step = useSiblingSteps(siblings, goToFile);
  const actions = useFileActions({
    place: { ...place, directoryId },
    file: file.data,
    path,
    view: {
      ...view,
      details,
      tab,
      setDetails: (open) => {
        setDetails(open !== false);
        if (typeof open === 'string') setTab(open);
      },
    },
    onGone: () => {
      const next = siblings?.next ?? siblings?.previous;
      if (next) goToFile(next);
      else back();
    },
  });
  useAskedShare(actions);
  useOfferedActions(() => (actions && !busy ? offerOf(actions.context, actions.offered) : null));
  usePreviewKeys(!busy, {
    back,
    next: () => step(1),
    previous: () => step(-1),
    other: (event) => actions !== null && runKey(actions, event),
  });
  // It was moved into another folder.
  const gone = file.error instanceof Fault && file.error.key === 'invalid_id' && file.data !== undefined;
  useEffect(() => {
    if (gone && !busy) back();
  });

  const kind = content.data?.kind;
  const dark = kind === 'image' || kind === 'video' || kind === 'audio';
  return (
    <div className={cx('flex h-full flex-col bg-bg text-fg', dark && '[color-scheme:dark]')}>
      {!busy && (
        <TopBar
          name={file.data?.file_name}
          contentType={file.data?.content_type}
          siblings={siblings}
          details={details}
          actions={actions}
          onBack={back}
          onGo={goToFile}
          onDownload={handleDownload}
          onDetails={() => setDetails(!details)}
        />
      )}
      <div className="flex min-h-0 flex-1">
        <main id="content" className="relative min-w-0 flex-1">
          <Stage
            key={fileId}
            file={file}
            content={content}
            finding={readFinding(asked)}
            marking={marking}
            busy={busy}
            onDownload={handleDownload}
          />
        </main>
        {details && !busy && file.data && (
          <SidePanel title={file.data.file_name} onClose={() => setDetails(false)}>
            <Suspense>
              <EntryPanel
                spaceId={spaceId}
                entry={entryOfFile(file.data)}
                trail={path.map((step, index) => (index === 0 ? stepName(step, { my }) : step.name))}
                tab={tab}
                onTab={setTab}
                found={asked.get('find') ?? undefined}
                onFind={handleFind}
              />
            </Suspense>
          </SidePanel>
        )}
      </div>
      <Suspense>{(details || dialog) && <FilesDialogs />}</Suspense>
    </div>
  );
}

/** The details stand beside the file, and not over it. */
const isWide = () => matchMedia('(min-width: 1024px)').matches;
/** Words and a page that a result of the search leads to. */
function readFinding(asked: URLSearchParams): Finding | undefined {
  const words = asked.get('find') ?? '';
  const place = Number(asked.get('place'));
  return words || place > 0 ? { words, place: place > 0 ? place : null } : undefined;
}

/** The address of the list that the file was opened from. */
function listOf(from: string | null, spaceId: string): string | null {
  if (from === 'favorites') return `/workspace/${spaceId}/favorite`;
  return from === 'recents' ? `/workspace/${spaceId}/recent-used-file` : null;
}

interface Keys {
  readonly back: () => void;
  readonly next: () => void;
  readonly previous: () => void;
  /** Whether another key meant something. */
  readonly other: (event: KeyboardEvent) => boolean;
}

/**
 * Goes to the next or previous file. A step that is asked for before the neighbours of a file are known is taken as
 * soon as they are, so that none of two quick keys is lost.
 */
function useSiblingSteps(siblings: Siblings | null, go: (id: string | null) => void) {
  const waiting = useRef(0);
  const goBy = (by: number) => go((by > 0 ? siblings?.next : siblings?.previous) ?? null);
  useLayoutEffect(() => {
    if (!siblings || waiting.current === 0) return;
    const by = Math.sign(waiting.current);
    waiting.current -= by;
    goBy(by);
  });
  return (by: number) => {
    if (siblings) goBy(by);
    else waiting.current += by;
  };
}

/** Arrow keys point the way the text runs: in Persian the next file lies to the left. */
function usePreviewKeys(active: boolean, keys: Keys): void {
  // At once with the picture: a key pressed in between would still mean the file before.
  useLayoutEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented) return;
      if (target.closest('input, textarea, .cm-editor, media-controller') || isPageCovered()) return;
      const forward = isRtl() ? 'ArrowLeft' : 'ArrowRight';
      const backward = isRtl() ? 'ArrowRight' : 'ArrowLeft';
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (plain && event.key === 'Escape') keys.back();
      else if (plain && event.key === forward) keys.next();
      else if (plain && event.key === backward) keys.previous();
      else if (target.closest('button, a') && (event.key === 'Enter' || event.key === ' ')) return;
      else if (!keys.other(event)) return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
