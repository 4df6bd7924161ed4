import { useCallback, useEffect, useRef, useState } from 'react';
import type { SharedGrant } from '~/api/types';
import { LoadingBar } from '~/page/loading-bar';
import { PublicCard, PublicFrame } from '~/features/gate/public-frame';
import type { Credentials } from '~/features/gate/types';
import { useDeadEnd } from '~/features/gate/use-dead-end';
import { useLang } from '~/i18n';
import { useWindowTitle } from '~/page/use-window-title';
import { LinkGate } from './link-gate';
import { DownloadStage } from './download-stage';
import { forgetGrant, hasEnded, keepGrant, keptGrant, openLink, useLinkInfo } from './public-api';
import { SharedFolder } from './shared-folder';
import { useTaking } from './use-taking';

/** A download link as a visitor sees it. */
export function DownloadPage({ id }: { id: string }) {
  useLang();
  const { data: summary, error, refetch } = useLinkInfo(id);
  const { watch, deadEnd } = useDeadEnd(error, refetch);
  const [grant, setGrant] = useState(() => keptGrant(id));
  const [viewing, setViewing] = useState(false);
  // So that a grant that has expired is renewed without asking again.
  const said = useRef<Credentials | null>(null);

  const over = useCallback(() => {
    forgetGrant(id);
    setGrant(null);
    setViewing(false);
    void refetch();
  }, [id, refetch]);
  const open = async (credentials: Credentials): Promise<SharedGrant> => {
    const next = await watch(openLink(id, credentials));
    said.current = credentials;
    keepGrant(id, next);
    setGrant(next);
    return next;
  };
  /** The grant, opened anew when it is over; null when the visitor has to be asked first. */
  const current = async (): Promise<SharedGrant | null> => {
    const kept = keptGrant(id);
    if (kept && (await hasEnded(kept.url))) {
      over();
      return null;
    }
    if (kept) return kept;
    if (summary?.needs.length === 0) return open({});
    if (said.current && !said.current.code) return open(said.current);
    setGrant(null);
    setViewing(false);
    return null;
  };
  const taking = useTaking(current);
  const { file_name: file, title } = grant?.link ?? summary ?? {};
  useWindowTitle(file || title || undefined);

  // A folder is there at once. A link that opens only some times waits until the visitor says so.
  const folder = summary?.kind === 'directory' || summary?.kind === 'selection';
  const free = folder && !grant && summary.needs.length === 0 && !summary.is_limited;
  const [tried, setTried] = useState(false);
  const opening = useRef(false);
  useEffect(() => {
    if (!free || tried || opening.current) return;
    opening.current = true;
    open({})
      .catch(() => undefined)
      .finally(() => setTried(true));
  });

  if (deadEnd) return deadEnd;
  if (!summary || (free && !tried)) return <LoadingBar />;
  // Only the grant of a locked link has its details.
  const info = grant?.link ?? summary;
  if (grant && info.kind !== 'file') {
    return <SharedFolder id={id} info={info} grant={grant} current={current} onOver={over} />;
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
          busy={taking.busy !== null}
          onDownload={info.view_only ? undefined : () => taking.take(grant.url)}
          onClose={() => setViewing(false)}
          onOver={over}
        />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame host={info.workspace}>
      <PublicCard>
        <LinkGate info={info} grant={grant} open={open} current={current} onView={() => setViewing(true)} />
      </PublicCard>
    </PublicFrame>
  );
}
