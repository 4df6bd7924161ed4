import { MoveRight } from 'lucide-react';
import type { RewindChange, RewindPreview } from '~/api/types';
import { t } from '~/i18n';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { CHANGES, type ChangeKind, type Counts } from './api';

const countWords = {
  restore: 'rewind.countRestore',
  move: 'rewind.countMove',
  rename: 'rewind.countRename',
  content: 'rewind.countContent',
  remove: 'rewind.countRemove',
  lost: 'rewind.countLost',
} as const;

/** The changes that going back would make: their number, and the first of them by name. */
export function PreviewList({ preview }: { preview: RewindPreview }) {
  const { changes, total, counts } = preview;
  if (total === 0) return <p className="py-8 text-center text-muted">{t('rewind.noChanges')}</p>;
  return (
    <>
      <CountList counts={counts} />
      <ul className="mt-4 border-t border-line">
        {changes.map((change) => (
          <ChangeRow key={change.id + change.change} change={change} />
        ))}
      </ul>
      {total > changes.length && (
        <p className="py-3 text-center text-muted">{t('rewind.moreChanges', { n: total - changes.length })}</p>
      )}
    </>
  );
}

function CountList({ counts }: { counts: Counts }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {CHANGES.filter((kind) => counts[kind] > 0).map((kind) => (
        <li
          key={kind}
          className={
            kind === 'remove' || kind === 'lost'
              ? 'rounded-full bg-warning-soft px-3 py-1 text-warning'
              : 'rounded-full bg-brand-soft px-3 py-1 text-brand'
          }
        >
          {t(countWords[kind], { n: counts[kind] })}
        </li>
      ))}
    </ul>
  );
}

const arrows = new Set<ChangeKind>(['rename', 'move', 'content']);

function ChangeRow({ change }: { change: RewindChange }) {
  const { type, name, path, before, after } = change;
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line/60 py-1 last:border-0">
      <FileIcon type={type === 'directory' ? 'folder' : fileType(name, '')} />
      <span className="min-w-0 flex-1 text-start">
        <span className="block truncate font-medium">
          <bdi>{name}</bdi>
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
          {arrows.has(change.change) && before && after ? (
            <>
              <bdi className="truncate">{before}</bdi>
              <MoveRight size={12} aria-hidden="true" className="shrink-0 rtl:rotate-180" />
              <bdi className="truncate">{after}</bdi>
            </>
          ) : (
            path !== '/' && <bdi className="truncate">{path}</bdi>
          )}
        </span>
      </span>
      <span className="shrink-0 text-xs text-muted">{t(`rewind.${change.change}`)}</span>
    </li>
  );
}
