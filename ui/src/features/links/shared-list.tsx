import { Download, Eye } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { thumbnailFor } from '~/api/thumbnail';
import { t } from '~/i18n';
import { fullDate } from '~/i18n/format';
import { CutName } from '~/kit/cut-name';
import { FileIcon } from '~/kit/file-icon';
import { IconButton } from '~/kit/icon-button';
import { even } from '~/kit/row-window';
import { Skeleton } from '~/kit/skeleton';
import { useIsPhone } from '~/kit/use-media';
import { usePageRows } from '~/kit/use-page-rows';
import { useWidth } from '~/kit/use-width';
import { RelativeTime } from '~/page/dates/relative-time';
import type { SharedEntry } from './shared-entry';

export type ListProps = {
  entries: readonly SharedEntry[];
  /** Where an entry leads; null for a file that cannot be shown. */
  hrefOf: (entry: SharedEntry) => string | null;
  busy: string | null;
  onDownload: (url: string) => void;
};

/** Everything beside the name in a row, in px: padding, icon, gaps, columns and buttons. */
const BESIDE = { phone: 32 + 36 + 12 + 44 + 12, desktop: 40 + 36 + 4 * 12 + 112 + 144 + 96 };

/** Heights of a row, in px. */
const ROW = { phone: 60, desktop: 52 };

/** The entries as rows. Only those in sight are drawn. */
export function SharedList({ entries, ...rest }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const phone = useIsPhone();
  const nameWidth = useWidth(list) - (phone ? BESIDE.phone : BESIDE.desktop);
  const height = phone ? ROW.phone : ROW.desktop;
  const { first, end } = usePageRows(list, entries.length, even(height));
  return (
    <ul
      ref={list}
      aria-label={t('publiclink.contents')}
      // Rows that come and go must not move what is scrolled.
      className="[overflow-anchor:none]"
      style={{ paddingTop: first * height, paddingBottom: (entries.length - end) * height }}
    >
      {entries.slice(first, end).map((entry, at) => (
        <Row
          key={entry.id}
          {...rest}
          entry={entry}
          nameWidth={nameWidth}
          phone={phone}
          height={height}
          position={first + at + 1}
          total={entries.length}
        />
      ))}
    </ul>
  );
}

type RowProps = Omit<ListProps, 'entries'> & {
  entry: SharedEntry;
  nameWidth: number;
  phone: boolean;
  height: number;
  position: number;
  total: number;
};

function Row({ entry, hrefOf, busy, onDownload, nameWidth, phone, height, position, total }: RowProps) {
  const { name, url } = entry;
  const href = hrefOf(entry);
  const under = entry.path.map((step) => step.name);
  const changed = (
    <time dateTime={entry.modifiedAt} title={fullDate(entry.modifiedAt)}>
      <RelativeTime at={entry.modifiedAt} />
    </time>
  );
  return (
    <li
      data-entry={entry.id}
      aria-setsize={total}
      aria-posinset={position}
      style={{ height }}
      className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 border-line px-4 contain-content not-first:border-t hover:bg-hover sm:grid-cols-[auto_minmax(0,1fr)_7rem_9rem_6rem] sm:px-5"
    >
      <Small entry={entry} />
      <span className="min-w-0">
        <Name entry={entry} href={href} nameWidth={nameWidth} />
        {under.length > 0 ? (
          <bdi className="block truncate text-xs text-muted">{under.join(' / ')}</bdi>
        ) : (
          phone && (
            <span className="block truncate text-xs text-muted">
              {entry.extent} · {changed}
            </span>
          )
        )}
      </span>
      <span className="truncate text-muted max-sm:hidden">{entry.extent}</span>
      <span className="truncate text-muted max-sm:hidden">{changed}</span>
      <span className="relative flex justify-end">
        {!entry.directory && href && (
          <Link
            href={href}
            tabIndex={-1}
            aria-hidden="true"
            className="icon-size grid place-items-center text-muted max-sm:hidden"
          >
            <Eye size={19} />
          </Link>
        )}
        {url && (
          <IconButton
            label={t('publiclink.downloadOf', { name })}
            disabled={busy === url}
            onClick={() => onDownload(url)}
          >
            <Download size={19} aria-hidden="true" />
          </IconButton>
        )}
      </span>
    </li>
  );
}

/** The name is the link of the whole row or card. */
export function Name({
  entry,
  href,
  nameWidth,
  size = 14,
}: {
  entry: SharedEntry;
  href: string | null;
  nameWidth: number;
  size?: number;
}) {
  const text = <CutName name={entry.name} width={nameWidth} size={size} weight={600} />;
  const look = { fontSize: size };
  if (!href)
    return (
      <span style={look} className="block truncate font-semibold">
        {text}
      </span>
    );
  return (
    <Link
      href={href}
      style={look}
      aria-label={entry.directory ? undefined : t('publiclink.viewOf', { name: entry.name })}
      className="block truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
    >
      {text}
    </Link>
  );
}

/** The width of a picture in a row, in px. */
const SMALL = 36;

function Small({ entry: { thumbnail, type } }: { entry: SharedEntry }) {
  if (!thumbnail) return <FileIcon type={type} size="md" />;
  return (
    <img
      src={thumbnailFor(thumbnail, type, SMALL)}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-9 rounded-lg bg-sunken object-cover"
    />
  );
}

export function SharedListSkeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex h-13 items-center gap-3 border-t border-line px-5 first:border-t-0">
          <Skeleton className="size-9" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      ))}
    </div>
  );
}
