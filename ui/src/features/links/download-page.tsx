import { useRef, useState } from 'react';
import type { SharedGrant } from '~/api/types';
import { LoadingBar } from '~/page/loading-bar';
import { PublicCard, PublicFrame } from '~/features/gate/public-frame';
import type { Credentials } from '~/features/gate/types';
import { useDeadEnd } from '~/features/gate/use-dead-end';
import { useLang } from '~/i18n';
import { LinkGate } from './link-gate';
import { DownloadStage } from './download-stage';
import { keepGrant, keptGrant, openLink, useLinkInfo } from './public-api';

/** A download link as a visitor sees it. */
export function DownloadPage({ id }: { id: string }) {
  useLang();
  const { data: summary, error, refetch } = useLinkInfo(id);
  const { watch, deadEnd } = useDeadEnd(error, refetch);
  const [grant, setGrant] = useState(() => keptGrant(id));
  const [viewing, setViewing] = useState(false);
  // So that a grant that has expired is renewed without asking again.
  const said = useRef<Credentials | null>(null);

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
    if (kept) return kept;
    if (summary?.needs.length === 0) return open({});
    if (said.current && !said.current.code) return open(said.current);
    setGrant(null);
    setViewing(false);
    return null;
  };

  if (deadEnd) return deadEnd;
  if (!summary) return <LoadingBar />;
  // Only the grant of a locked link has its details.
  const info = grant?.link ?? summary;
  const url = grant?.preview_url;
  if (viewing && grant && url) {
    return (
      <PublicFrame full host={info.workspace}>
        <DownloadStage info={info} grant={grant} url={url} current={current} onClose={() => setViewing(false)} />
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
