import { isOf } from '~/api/key-parts';
import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { StackBar } from '~/kit/bottom-stack';

/** Says, while there is no connection, from when the page is. */
export function OfflineBar() {
  const [path] = useLocation();
  const at = useSeenAt(path);
  const spaceId = /^\/workspace\/([^/]+)/.exec(path)?.[1];
  return (
    <StackBar>
      <div
        role="status"
        className="flex items-center gap-3 rounded-card bg-inverse px-4 py-2 text-on-inverse shadow-pop"
      >
        <WifiOff size={18} aria-hidden="true" className="shrink-0" />
        <p className="text-pretty">
          {t('offline.bar')} {at === null && t('offline.notKept')}
          {at !== null && at > 0 && <span title={fullDate(at)}>{t('offline.seen', { when: when(at) })}</span>}
        </p>
        {spaceId && (
          <Link href={`/workspace/${spaceId}/offline`} className="shrink-0 font-semibold underline underline-offset-4">
            {t('frame.offlineFiles')}
          </Link>
        )}
      </div>
    </StackBar>
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
