import { ChevronLeft, Lock } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { t } from '~/i18n';
import { fullDate, size } from '~/i18n/format';
import { CutName } from '~/kit/cut-name';
import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { even, scrollToReveal } from '~/kit/row-window';
import { useIsPhone } from '~/kit/use-media';
import { useRows } from '~/kit/use-rows';
import { useWidth } from '~/kit/use-width';
import { RelativeTime } from '~/page/dates/relative-time';
import type { Entry } from './open';
import type { Row } from './tree';

/** Heights of a row, and everything beside the name in it, in px. */
const ROW = { phone: 60, desktop: 44 };
const BESIDE = { phone: 32 + 36 + 12 + 24, desktop: 40 + 28 + 3 * 12 + 112 + 176 };

type Props = {
  rows: readonly Row<Entry>[];
  label: string;
  active: number;
  /** It takes the focus as it appears. */
  focused: boolean;
  onActive: (index: number) => void;
  onOpen: (row: Row<Entry>) => void;
  onUp: (() => void) | undefined;
};

/** The contents of a folder of an archive. Only the rows in sight are drawn. */
export function ArchiveList({ rows, label, active, focused, onActive, onOpen, onUp }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const phone = useIsPhone();
  const height = phone ? ROW.phone : ROW.desktop;
  const nameWidth = useWidth(scroller) - (phone ? BESIDE.phone : BESIDE.desktop);
  const { first, end } = useRows(scroller, rows.length, even(height));

  useEffect(() => {
    // Nothing else has the focus when a page opens, nor when an archive in an archive does.
    const free = document.activeElement?.matches('body, main, [data-archived]') ?? true;
    if (focused || free) scroller.current?.focus({ preventScroll: true });
  }, [focused]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element) element.scrollTop = scrollToReveal(active, element.scrollTop, element.clientHeight, even(height));
  }, [active, height]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    const to = target(event.key, active, rows.length, page);
    const row = rows[active];
    if (to !== null) onActive(to);
    else if ((event.key === 'Enter' || event.key === ' ') && row) onOpen(row);
    else if (event.key === 'Backspace' && onUp) onUp();
    else if (event.key === 'Escape' && onUp) onUp();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      {rows.length === 0 && <p className="p-10 text-center text-muted">{t('preview.archiveEmpty')}</p>}
      <div
        ref={scroller}
        role="listbox"
        aria-label={label}
        aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
        tabIndex={0}
        className="group scroll-thin min-h-0 flex-1 overflow-y-auto outline-none"
        onKeyDown={handleKeyDown}
      >
        <div role="presentation" style={{ paddingTop: first * height, paddingBottom: (rows.length - end) * height }}>
          {rows.slice(first, end).map((row, at) => {
            const index = first + at;
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list has the keys
              <div
                key={index}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ height }}
                onClick={() => {
                  onActive(index);
                  onOpen(row);
                }}
                className={cx(
                  'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 border-line px-4 contain-content not-first:border-t hover:bg-hover sm:grid-cols-[auto_minmax(0,1fr)_7rem_11rem] sm:px-5',
                  index === active && 'group-focus-visible:bg-brand-soft group-focus-visible:hover:bg-brand-soft',
                )}
              >
                <Cells row={row} nameWidth={nameWidth} phone={phone} />
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

function Cells({ row, nameWidth, phone }: { row: Row<Entry>; nameWidth: number; phone: boolean }) {
  const folder = row.kind === 'folder';
  const { name, at, size: bytes } = folder ? row.folder : row.item;
  const extent = folder ? t('preview.archiveFiles', { n: row.folder.count }) : size(row.item.size);
  const date = at && (
    <time dateTime={at.toISOString()} title={fullDate(at)}>
      <RelativeTime at={at} />
    </time>
  );
  return (
    <>
      <FileIcon type={folder ? 'folder' : fileType(name, '')} size={phone ? 'md' : 'sm'} />
      <span className="min-w-0">
        <span className="flex items-center gap-2 whitespace-nowrap">
          <CutName name={name} width={row.kind === 'file' && row.item.locked ? nameWidth - 24 : nameWidth} />
          {row.kind === 'file' && row.item.locked && (
            <Lock size={14} role="img" aria-label={t('preview.archiveLocked')} className="shrink-0 text-muted" />
          )}
        </span>
        {phone && (
          <span className="block truncate text-xs text-muted">
            {extent}
            {date && ' · '}
            {date}
          </span>
        )}
      </span>
      {phone ? (
        folder && <ChevronLeft size={18} aria-hidden="true" className="text-muted ltr:rotate-180" />
      ) : (
        <>
          <span className="truncate text-sm text-muted" title={folder ? size(bytes) : undefined}>
            {extent}
          </span>
          <span className="truncate text-sm text-muted">{date}</span>
        </>
      )}
    </>
  );
}

/** The row that a key goes to; null for other keys. */
function target(key: string, at: number, count: number, page: number): number | null {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: count - 1 }[
    key
  ];
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}
