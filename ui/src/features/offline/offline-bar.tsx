import { isOf } from '~/api/key-parts';
import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { useOnline } from './use-online';

/**
 * Says above the page, while there is no connection, what waits for it and from when the page is. It takes room of its own
 * and no focus: whoever types goes on. Its place is always there, so that screen readers hear of what comes into it.
 */
export function OfflineBar() {
  const online = useOnline();
  return createPortal(
    <div role="status" className="order-first shrink-0 print:hidden" data-offline={!online}>
      {!online && <Bar />}
    </div>,
    document.body,
  );
}

function Bar() {
  const [path] = useLocation();
  const at = useSeenAt(path);
  const spaceId = /^\/workspace\/([^/]+)/.exec(path)?.[1];
  // An editor says for itself whether what is typed is kept.
  const edits = path.startsWith('/editor/');
  return (
    <div className="flex items-center gap-3 bg-inverse px-4 py-1.5 text-on-inverse">
      <WifiOff size={18} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 text-pretty">
        <span className="font-semibold">{t('offline.bar')}</span> {!edits && t('offline.waits')}{' '}
        {at === null && t('offline.notKept')}
        {at !== null && at > 0 && <span title={fullDate(at)}>{t('offline.seen', { when: when(at) })}</span>}
      </p>
      {spaceId && (
        <Link href={`/workspace/${spaceId}/offline`} className="shrink-0 font-semibold underline underline-offset-4">
          {t('frame.offlineFiles')}
        </Link>
      )}
    </div>
  );
}

/** The time of the oldest data on the page; null when the page is not on this device, 0 when it has no such data. */
function useSeenAt(path: string): number | null {
  const client = useQueryClient();
  const [at, setAt] = useState<number | null>(0);
  useEffect(() => {
    const read = () => {
      const shown = client.getQueryCache().findAll({ type: 'active' });
      const failed = shown.some(({ state }) => state.status === 'error' && state.data === undefined);
      const lists = shown.filter(({ queryKey }) =>
        isOf(queryKey, path === '/workspace' ? 'workspaces' : 'listing', 'file'),
      );
      const times = lists.map(({ state }) => state.dataUpdatedAt).filter(Boolean);
      if (times.length > 0) setAt(Math.min(...times));
      else setAt(failed ? null : 0);
    };
    read();
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [client, path]);
  return at;
}
