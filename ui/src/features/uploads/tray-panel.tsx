import { useEffect, useState } from 'react';
import { useLang } from '~/i18n';
import { cx } from '~/kit/cx';
import { ClashDialog } from './clash-dialog';
import { TrayHead } from './tray-head';
import { TrayList } from './tray-list';
import { engine, recall, useUploads, watchConnection } from './uploads';

/** Floats at the bottom inline end; on a phone it lies on the bottom bar, across the screen. */
export function TrayPanel({ spaceId }: { spaceId: string }) {
  useLang();
  const { threads, totals } = useUploads();
  const [open, setOpen] = useState(true);
  const busy = totals.underWay > 0;

  useEffect(() => void recall(spaceId), [spaceId]);
  useEffect(watchConnection, []);
  useLeaveGuard(busy);

  const asking = threads.find(({ asks }) => asks);
  if (threads.length === 0) return null;
  return (
    <>
      <section
        data-tray
        className={cx(
          'fixed end-4 bottom-4 z-30 flex w-[min(25rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-card bg-raised shadow-pop ring-1 ring-line',
          'max-sm:inset-x-2 max-sm:bottom-[calc(5.75rem+env(safe-area-inset-bottom))] max-sm:w-auto',
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
          onDecide={(choice, forAll) => engine.decide(asking.id, choice, forAll)}
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
