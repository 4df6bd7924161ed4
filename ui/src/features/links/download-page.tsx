import { useCallback, useEffect, useRef, useState } from 'react';
import type { LinkGrant } from '~/api/types';
import { LoadingBar } from '~/page/loading-bar';
import { PublicCard, PublicFrame } from '~/features/gate/public-frame';
import type { Credentials } from '~/features/gate/types';
import { useDeadEnd } from '~/features/gate/use-dead-end';
import { useLang } from '~/i18n';
import { useWindowTitle } from '~/page/use-window-title';
import { LinkGate } from './link-gate';
import { DownloadStage } from './download-stage';
import { deleteGrant, hasLinkEnded, storeGrant, loadGrant, openLink, useLinkInfo } from './public-api';
import { SharedFolder } from './shared-folder';
import { useDownload } from './use-download';

/** A download link as a visitor sees it. */
export function DownloadPage({ id }: { id: string }) {
  useLang();
  const { data: summary, error, refetch } = useLinkInfo(id);
  const { watch, deadEnd } = useDeadEnd(error, refetch);
  const [grant, setGrant] = useState(() => loadGrant(id));
  const [viewing, setViewing] = useState(false);
  // So that a grant that has expired is renewed without asking again.
  const lastCredentials = useRef<Credentials | null>(null);

  const dropGrant = useCallback(() => {
    deleteGrant(id);
    setGrant(null);
    setViewing(false);
    void refetch();
  }, [id, refetch]);
  const open = async (credentials: Credentials): Promise<LinkGrant> => {
    const next = await watch(openLink(id, credentials));
    lastCredentials.current = credentials;
    storeGrant(id, next);
    setGrant(next);
    return next;
  };
  /** The grant, opened anew when it is over; null when the visitor has to be asked first. */
  const ensureGrant = async (): Promise<LinkGrant | null> => {
    const kept = loadGrant(id);
    if (kept && (await hasLinkEnded(kept.url))) {
      dropGrant();
      return null;
    }
    if (kept) return kept;
    if (summary?.needs.length === 0) return open({});
    if (lastCredentials.current && !lastCredentials.current.code) return open(lastCredentials.current);
    setGrant(null);
    setViewing(false);
    return null;
  };
  const download = useDownload(ensureGrant);
  const { file_name: file, title } = grant?.link ?? summary ?? {};
  useWindowTitle(file || title || undefined);

  // A folder is there at once. A link that opens only some times waits until the visitor says so.
  const folder = summary?.kind === 'directory' || summary?.kind === 'selection';
  const opensByItself = folder && !grant && summary.needs.length === 0 && !summary.is_limited;
  const [tried, setTried] = useState(false);
  const opening = useRef(false);
  useEffect(() => {
    if (!opensByItself || tried || opening.current) return;
    opening.current = true;
    open({})
      .catch(() => undefined)
      .finally(() => setTried(true));
  });

  if (deadEnd) return deadEnd;
  if (!summary || (opensByItself && !tried)) return <LoadingBar />;
  // Only the grant of a locked link has its details.
  const info = grant?.link ?? summary;
  if (grant && info.kind !== 'file') {
    return <SharedFolder id={id} info={info} grant={grant} ensureGrant={ensureGrant} onGrantEnd={dropGrant} />;
  }
  const url = grant?.preview_url;
  if (viewing && grant && url) {
    return (
      <PublicFrame full host={info.workspace}>
        <DownloadStage
          name={info.file_name}
          viewOnly={info.view_only}
          content={{
            url,
            expires_at: grant.expires_at,
            kind: info.preview,
            content_type: info.content_type,
            size: info.size,
          }}
          busy={download.busy !== null}
          onDownload={info.view_only ? undefined : () => download.start(grant.url)}
          onClose={() => setViewing(false)}
          onGrantEnd={dropGrant}
        />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame host={info.workspace}>
      <PublicCard>
        <LinkGate info={info} grant={grant} open={open} ensureGrant={ensureGrant} onView={() => setViewing(true)} />
      </PublicCard>
    </PublicFrame>
  );
}
