import { ChevronDown, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { CutName } from '~/kit/cut-name';
import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { useWidth } from '~/kit/use-width';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useAct } from '~/page/use-act';
import { isMine, isUnderWay, retryFailed, useItems, type Import, type Item } from './api';
import { groupsOf, type Group } from './groups';
import { reasonText } from './words';

/** The files that are not here, by their reasons. */
export function SkippedFiles({ of }: { of: Import }) {
  const failed = useItems(of.import_id, 'failed', of.failed > 0);
  const skipped = useItems(of.import_id, 'skipped', of.skipped > 0);
  const { busy, act } = useAct();
  const groups = groupsOf([...failed.items, ...skipped.items]);
  const n = of.failed + of.skipped;
  const error = failed.error ?? skipped.error;
  const waiting = groups.length === 0 && !error;
  const more = [failed, skipped].filter(({ hasNextPage }) => hasNextPage);
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
        <h2 className="min-w-0 flex-1 font-bold">{t('imports.notCopiedTitle', { n })}</h2>
        {of.failed > 0 && !isUnderWay(of) && of.state !== 'cancelled' && isMine(of) && (
          <Button
            kind="soft"
            busy={busy}
            icon={<RotateCcw size={17} aria-hidden="true" />}
            className="print:hidden"
            onClick={() => void act(() => retryFailed(of.import_id), t('imports.retryStarted'))}
          >
            {t('imports.retryN', { n: of.failed })}
          </Button>
        )}
      </header>
      {waiting && (
        <div className="border-t border-line p-5">
          <RowsSkeleton rows={2} />
        </div>
      )}
      {error && (
        <div className="border-t border-line p-5">
          <Trouble error={error} retry={() => Promise.all([failed.refetch(), skipped.refetch()])} />
        </div>
      )}
      {groups.length > 0 && (
        <ul aria-label={t('imports.notCopiedTitle', { n })} className="divide-y divide-line border-t border-line">
          {groups.map((group) => (
            <GroupRow key={`${group.outcome} ${group.reason}`} group={group} />
          ))}
        </ul>
      )}
      {more.length > 0 && (
        <div className="flex items-center gap-3 border-t border-line px-5 py-2 text-xs text-muted print:hidden">
          <span className="flex-1">{t('imports.moreInReport')}</span>
          <Button
            busy={more.some(({ isFetchingNextPage }) => isFetchingNextPage)}
            onClick={() => more.forEach((list) => void list.fetchNextPage())}
          >
            {t('imports.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

function GroupRow({ group }: { group: Group }) {
  const [open, setOpen] = useState(false);
  const { items, reason } = group;
  const [first] = items;
  if (!first) return null;
  const many = items.length > 1;
  return (
    <li>
      <div className="flex items-center gap-3 px-5 py-2">
        <FileIcon type={fileType(first.path, '')} />
        <div className="min-w-0 flex-1">
          <Path path={first.path} />
          <p className="text-xs text-pretty text-muted">{reasonText(reason)}</p>
        </div>
        {many ? (
          <Button aria-expanded={open} className="-me-3 px-3! font-normal! text-muted!" onClick={() => setOpen(!open)}>
            {t('imports.nFiles', { n: items.length })}
            <ChevronDown size={16} aria-hidden="true" className={cx('transition', open && 'rotate-180')} />
          </Button>
        ) : (
          <span className="shrink-0 text-muted">{t('imports.nFiles', { n: 1 })}</span>
        )}
      </div>
      {open && (
        <ul className="grid gap-1 pb-3 ps-16 pe-5 text-muted">
          {items.slice(1, MOST).map((item: Item) => (
            <li key={item.key}>
              <Path path={item.path} />
            </li>
          ))}
          {items.length > MOST && <li className="text-xs">{t('imports.moreInReport')}</li>}
        </ul>
      )}
    </li>
  );
}

/** More rows of one reason than these say nothing new. */
const MOST = 200;

/** Paths are Latin punctuation around names of any script: they go from left to right, and their end matters most. */
function Path({ path }: { path: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  const width = useWidth(box);
  return (
    <p ref={box} className="truncate">
      <CutName name={path} width={width} />
    </p>
  );
}
