import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Fault, faultText } from '~/api/fault';
import type { PathStep, LinkGrant, SharedLink } from '~/api/types';
import { deadEndOf } from '~/features/gate/dead-end';
import { PublicFrame } from '~/features/gate/public-frame';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { FileIcon } from '~/kit/file-icon';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { DownloadStage, StageSteps } from './download-stage';
import { useSharedSearch, useSharedItems } from './public-api';
import { SharedBar, type Layout, type Sort } from './shared-bar';
import { Sharer } from './sharer';
import { SharedContents } from './shared-contents';
import { entriesOf, type SharedEntry } from './shared-entry';
import { placeHref, useSharedPlace } from './shared-place';
import { useDownload } from './use-download';

type Props = {
  id: string;
  info: SharedLink;
  grant: LinkGrant;
  ensureGrant: () => Promise<LinkGrant | null>;
  /** The grant is over, or the link has ended. */
  onGrantEnd: () => void;
};

const layoutKey = 'anbar-shared-layout';

/** The items of a link to a folder or to several files, to look through. */
export function SharedFolder({ id, info, grant, ensureGrant, onGrantEnd }: Props) {
  const { place, go } = useSharedPlace(id);
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(layoutKey) === 'grid' ? 'grid' : 'list'));
  const [sort, setSort] = useState<Sort>({ field: 'name', order: 1 });
  const [search, setSearch] = useState({ in: '', query: '' });
  const query = search.in === place.directoryId ? search.query : '';
  const asked = useDebouncedValue(query.trim());
  const sharedQuery = { id, token: grant.download_token, directoryId: place.directoryId };
  const listed = useSharedItems(sharedQuery, `${sort.field}:${sort.order}`);
  const found = useSharedSearch(sharedQuery, query.trim() ? asked : '');
  const download = useDownload(ensureGrant);

  const error = (asked ? found.error : null) ?? listed.error;
  const isGrantEnded = error instanceof Fault && error.key !== 'invalid_id' && deadEndOf(error) !== null;
  useEffect(() => {
    if (isGrantEnded) onGrantEnd();
  }, [isGrantEnded, onGrantEnd]);

  const searching = query.trim() !== '' && asked !== '';
  const entries = searching
    ? found.data && entriesOf(found.data)
    : listed.data?.pages.flatMap((page) => entriesOf(page));
  const shown = entries?.filter(({ content }) => content) ?? [];
  const at = shown.findIndex(({ id: entry }) => entry === place.fileId);
  const file = shown[at];
  const content = file?.content;
  if (file && content) {
    const step = (to: SharedEntry | undefined) =>
      to ? () => go({ directoryId: place.directoryId, fileId: to.id }, true) : null;
    const { url } = file;
    return (
      <PublicFrame full host={info.workspace}>
        <DownloadStage
          name={file.name}
          content={{ ...content, expires_at: grant.expires_at }}
          viewOnly={info.view_only}
          busy={url !== null && download.busy === url}
          onDownload={url ? () => download.start(url) : undefined}
          onClose={() => go({ directoryId: place.directoryId })}
          onGrantEnd={onGrantEnd}
          steps={<StageSteps onPrevious={step(shown[at - 1])} onNext={step(shown[at + 1])} />}
        />
      </PublicFrame>
    );
  }

  const first = listed.data?.pages[0];
  return (
    <PublicFrame host={info.workspace}>
      <section className="overflow-hidden rounded-dialog bg-surface shadow-card ring-1 ring-line">
        <Head info={info} busy={download.busy === grant.url} onDownload={() => download.start(grant.url)} />
        <SharedBar
          id={id}
          steps={stepsOf(info, first?.path)}
          total={searching ? undefined : first?.page_info.total}
          layout={layout}
          onLayout={(next) => {
            localStorage.setItem(layoutKey, next);
            setLayout(next);
          }}
          sort={sort}
          onSort={setSort}
          query={query}
          onQuery={(next) => setSearch({ in: place.directoryId, query: next })}
        />
        <div className="border-t border-line">
          <SharedContents
            id={id}
            layout={layout}
            entries={isGrantEnded ? undefined : entries}
            searched={searching ? asked : null}
            more={searching ? found.data?.more === true : false}
            next={searching || !listed.hasNextPage ? null : listed}
            error={isGrantEnded ? null : error}
            onRetry={() => void (searching ? found.refetch() : listed.refetch())}
            hrefOf={(entry) => hrefIn(id, place.directoryId, entry)}
            busy={download.busy}
            onDownload={download.start}
          />
        </div>
      </section>
      <p aria-live="polite" className="sr-only">
        {error && !isGrantEnded ? faultText(error) : ''}
      </p>
    </PublicFrame>
  );
}

/** Where an entry leads: into a directory, or to a file that a browser can show. */
function hrefIn(id: string, directoryId: string, entry: SharedEntry): string | null {
  if (entry.directory) return placeHref(id, { directoryId: entry.id });
  return entry.content && placeHref(id, { directoryId, fileId: entry.id });
}

/** The path with all that the link gives as its root. */
function stepsOf(info: SharedLink, path: readonly PathStep[] = []): PathStep[] {
  const name = info.kind === 'directory' ? info.file_name : info.title;
  return [{ directory_id: '', name }, ...(info.kind === 'directory' ? path.slice(1) : path)];
}

function Head({ info, busy, onDownload }: { info: SharedLink; busy: boolean; onDownload: () => void }) {
  const name = info.kind === 'directory' ? info.file_name : info.title;
  return (
    <header className="grid gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-4">
        <FileIcon type={info.kind === 'directory' ? 'folder' : 'archive'} size="lg" />
        <div className="min-w-0 flex-1">
          <h1 className="text-xl font-extrabold wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          {info.title !== name && (
            <p className="wrap-anywhere">
              <bdi>{info.title}</bdi>
            </p>
          )}
          <Sharer info={info} />
          <p className="text-xs text-muted">
            {t('publiclink.nFiles', { n: info.files_count })} · {size(info.size)}
            {info.view_only && ` · ${t('publiclink.viewOnlyShort')}`}
          </p>
        </div>
        {!info.view_only && info.files_count > 0 && (
          <Button
            kind="solid"
            busy={busy}
            icon={<Download size={18} aria-hidden="true" />}
            className="max-sm:w-full"
            onClick={onDownload}
          >
            {t('publiclink.downloadAll')}
          </Button>
        )}
      </div>
      {info.email_description && (
        <p dir="auto" className="rounded-control bg-sunken px-4 py-3 text-pretty whitespace-pre-line">
          {info.email_description}
        </p>
      )}
    </header>
  );
}
