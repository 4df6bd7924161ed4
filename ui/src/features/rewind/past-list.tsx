import { History } from 'lucide-react';
import type { PastEntry } from '~/api/types';
import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import type { usePast } from './api';

type Props = {
  past: ReturnType<typeof usePast>;
  chosen: ReadonlySet<string>;
  /** Null where nothing can be brought back. */
  onChoose: ((entry: PastEntry) => void) | null;
  onEnter: (directory: PastEntry) => void;
};

/** The directory as it was, read only; differences from the present are marked. */
export function PastList({ past, chosen, onChoose, onEnter }: Props) {
  if (past.error) return <NoPast error={past.error} />;
  if (!past.data) {
    return (
      <div role="status" aria-label={t('common.loading')} className="grid gap-3 py-2">
        {['w-2/5', 'w-3/5', 'w-1/3', 'w-1/2'].map((width) => (
          <Skeleton key={width} className={cx('h-7', width)} />
        ))}
      </div>
    );
  }
  const entries = past.data.pages.flatMap(({ directories, files }) => [...directories, ...files]);
  if (entries.length === 0) return <p className="py-8 text-center text-muted">{t('rewind.nothing')}</p>;
  return (
    <>
      <ul className={cx('transition-opacity', past.isPlaceholderData && 'opacity-50')}>
        {entries.map((entry) => (
          <PastRow
            key={entry.id}
            entry={entry}
            chosen={chosen.has(entry.id)}
            onChoose={onChoose && (() => onChoose(entry))}
            onEnter={() => onEnter(entry)}
          />
        ))}
      </ul>
      {past.hasNextPage && (
        <Button
          kind="soft"
          className="my-2 w-full"
          busy={past.isFetchingNextPage}
          onClick={() => void past.fetchNextPage()}
        >
          {t('common.next')}
        </Button>
      )}
    </>
  );
}

const tones: Record<PastEntry['now'], string> = {
  same: '',
  renamed: 'bg-brand-soft text-brand',
  moved: 'bg-brand-soft text-brand',
  changed: 'bg-warning-soft text-warning',
  trashed: 'bg-danger-soft text-danger',
  gone: 'bg-danger-soft text-danger',
};

type RowProps = { entry: PastEntry; chosen: boolean; onChoose: (() => void) | null; onEnter: () => void };

function PastRow({ entry, chosen, onChoose, onEnter }: RowProps) {
  const type = entry.type === 'directory' ? 'folder' : fileType(entry.name, entry.content_type);
  return (
    <li
      data-past={entry.id}
      className={cx(
        'flex min-h-12 items-center gap-3 border-b border-line/60 last:border-0',
        chosen && 'bg-brand-soft',
      )}
    >
      <span className="ps-2">
        {onChoose && (
          <Checkbox hideLabel label={t('rewind.select', { name: entry.name })} checked={chosen} onChange={onChoose} />
        )}
      </span>
      <FileIcon type={type} />
      <span className="min-w-0 flex-1 text-start">
        {entry.type === 'directory' && entry.now !== 'gone' ? (
          <button
            type="button"
            className="block max-w-full truncate rounded font-medium underline-offset-4 hover:underline"
            onClick={onEnter}
          >
            <bdi>{entry.name}</bdi>
          </button>
        ) : (
          <span className="block truncate font-medium">
            <bdi>{entry.name}</bdi>
          </span>
        )}
        {entry.type === 'file' && (
          <span className="block text-xs text-muted">
            {size(entry.size)}
            {entry.version_number > 0 && ` · ${t('rewind.version', { n: entry.version_number })}`}
          </span>
        )}
      </span>
      {entry.now !== 'same' && (
        <span className={cx('me-2 shrink-0 rounded-full px-2.5 py-0.5 text-xs font-medium', tones[entry.now])}>
          {t(`rewind.${entry.now}`)}
        </span>
      )}
    </li>
  );
}

function NoPast({ error }: { error: unknown }) {
  const early = error instanceof Fault && error.status === 404;
  return (
    <State
      alert
      className="py-6!"
      icon={<History size={30} />}
      title={early ? t('rewind.notYet') : t('rewind.errorTitle')}
      text={early ? undefined : faultText(error)}
    />
  );
}
