import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useLang } from '~/i18n';
import { cx } from '~/kit/cx';
import { RootMark } from '~/kit/root-mark';
import { useIsPageAtRest } from '~/kit/use-is-page-at-rest';
import { useUnloadWarning } from '~/kit/use-unload-warning';
import { ClashDialog } from './clash-dialog';
import { useUploadManager, useUploads } from './upload-manager';
import { orderUploads } from './client-upload';
import { TrayHead } from './tray-head';
import { TrayList } from './tray-list';

const stateKey = 'tray';

/** Whether the list of uploads is open: as the user left it. Uploads of an earlier visit alone do not open it. */
function useOpen(idle: boolean) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? (!idle && localStorage.getItem(stateKey) !== 'closed');
  const toggle = () => {
    localStorage.setItem(stateKey, open ? 'closed' : 'open');
    setChosen(!open);
  };
  return [open, toggle] as const;
}

/** Lists of files that one can upload to; elsewhere unfinished uploads of an earlier visit would only be in the way, and the home page lists them. */
const fileLists = /^\/workspace\/[^/]+(\/my|\/directory\/[^/]+(\/my)?)?$/;

type Props = {
  spaceId: string;
  /** Shown as a part of the page. */
  inline?: boolean;
};

/** The uploads, above the bars at the bottom inline end; on a phone a bar itself, across the screen. */
export function TrayPanel({ spaceId, inline }: Props) {
  useLang();
  const [path] = useLocation();
  const uploadManager = useUploadManager();
  const { uploads, totals } = useUploads(uploadManager);
  const busy = totals.underWay > 0;
  const idle = uploads.every(({ needsFile }) => needsFile);
  const [open, toggle] = useOpen(idle && !inline);

  // What was left unfinished waits for the page.
  const rested = useIsPageAtRest();
  useEffect(() => {
    if (rested) void uploadManager.recall(spaceId);
  }, [rested, uploadManager, spaceId]);
  useEffect(() => uploadManager.watchConnection(), [uploadManager]);
  useUnloadWarning(busy);

  const asking = uploads.find(({ asks }) => asks);
  if (uploads.length === 0 || (idle && !inline && !fileLists.test(path))) return null;
  return (
    <>
      <section
        data-tray
        className={cx(
          'flex flex-col overflow-hidden rounded-card bg-raised ring-1 ring-line',
          !inline && 'shadow-pop max-sm:rounded-none max-sm:border-t max-sm:border-line',
          !inline && (idle && !open ? 'sm:w-80' : 'sm:w-100'),
        )}
      >
        <RootMark of="tray" />
        <TrayHead uploads={uploads} totals={totals} idle={idle} open={open} onToggle={toggle} />
        {open && <TrayList uploads={orderUploads(uploads)} />}
      </section>
      {asking && (
        <ClashDialog
          key={asking.id}
          upload={asking}
          others={uploads.filter(({ asks, batch }) => asks && batch === asking.batch).length - 1}
          onDecide={(choice, forAll) => uploadManager.engine.resolveClash(asking.id, choice, forAll)}
        />
      )}
    </>
  );
}
