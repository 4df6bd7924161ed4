import { useEffect, useState } from 'react';
import { useLang } from '~/i18n';
import { cx } from '~/kit/cx';
import { ClashDialog } from './clash-dialog';
import { useUploadManager, useUploads } from './upload-manager';
import { TrayHead } from './tray-head';
import { TrayList } from './tray-list';

/** Floats at the bottom inline end; on a phone it lies on the bottom bar, across the screen. */
export function TrayPanel({
  spaceId,
  inline,
}: {
  spaceId: string;
  /** Shown as a part of the page. */ inline?: boolean;
}) {
  useLang();
  const uploadManager = useUploadManager();
  const { threads, totals } = useUploads(uploadManager);
  const [open, setOpen] = useState(true);
  const busy = totals.underWay > 0;

  useEffect(() => void uploadManager.recall(spaceId), [uploadManager, spaceId]);
  useEffect(() => uploadManager.watchConnection(), [uploadManager]);
  useLeaveGuard(busy);

  const asking = threads.find(({ asks }) => asks);
  if (threads.length === 0) return null;
  return (
    <>
      <section
        data-tray
        className={cx(
          'flex flex-col overflow-hidden rounded-card bg-raised ring-1 ring-line',
          !inline && 'fixed end-4 bottom-4 z-30 w-[min(25rem,calc(100vw-2rem))] shadow-pop',
          !inline && 'max-sm:inset-x-2 max-sm:bottom-[calc(5.75rem+env(safe-area-inset-bottom))] max-sm:w-auto',
        )}
      >
        <TrayHead threads={threads} totals={totals} open={open} onToggle={() => setOpen(!open)} />
        {open && <TrayList threads={threads} />}
      </section>
      {asking && (
        <ClashDialog
          key={asking.id}
          thread={asking}
          others={threads.filter(({ asks, batch }) => asks && batch === asking.batch).length - 1}
          onDecide={(choice, forAll) => uploadManager.engine.decide(asking.id, choice, forAll)}
        />
      )}
    </>
  );
}

/** The browser asks before the tab closes while something is on its way. */
function useLeaveGuard(busy: boolean): void {
  useEffect(() => {
    if (!busy) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);
}
