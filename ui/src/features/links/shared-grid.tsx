import { Download } from 'lucide-react';
import { useRef } from 'react';
import { useFirstLines } from '~/api/first-lines';
import { thumbnailFor } from '~/api/thumbnail';
import { cellsOfRow, leadingRows, rowCount } from '~/kit/cells';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { FileIcon, toneOf } from '~/kit/file-icon';
import { IconButton } from '~/kit/icon-button';
import { topOf } from '~/kit/row-window';
import { TextTile } from '~/kit/text-tile';
import { usePageRows } from '~/kit/use-page-rows';
import { useWidth } from '~/kit/use-width';
import type { SharedEntry } from './shared-entry';
import { Name, type ListProps } from './shared-list';

const GAP = 16;
/** The least width of a card, in px; two stand side by side on the narrowest phone. */
const LEAST = 132;
const USUAL = 196;
/** Heights of cards, in px. */
const FOLDER = 60;
const FOOT = 56;
const PICTURE = { phone: 96, desktop: 124 };

function columnsFor(width: number): number {
  const least = width < 640 ? LEAST : USUAL;
  const columns = Math.max(2, Math.floor((width + GAP) / (least + GAP)));
  return width < 640 ? Math.min(3, columns) : columns;
}

/** The same entries as pictures, below the directories. */
export function SharedGrid({ entries, ...rest }: ListProps) {
  const grid = useRef<HTMLUListElement>(null);
  const width = useWidth(grid);
  const columns = columnsFor(width);
  const cell = Math.floor((width - GAP * (columns - 1)) / columns);
  const picture = width < 640 ? PICTURE.phone : PICTURE.desktop;
  const files = entries.findIndex(({ directory }) => !directory);
  const cells = { columns, leading: files < 0 ? entries.length : files };
  const sizes = { height: picture + FOOT + GAP, lead: leadingRows(cells), leadHeight: FOLDER + GAP };
  const count = rowCount(cells, entries.length);
  const rows = usePageRows(grid, count, sizes);
  const { first } = cellsOfRow(cells, rows.first, entries.length);
  const end = rows.end > 0 ? cellsOfRow(cells, rows.end - 1, entries.length).end : 0;
  return (
    <div className="px-4 pt-4 sm:px-5 sm:pt-5">
      <ul
        ref={grid}
        aria-label={t('publiclink.contents')}
        className="grid [overflow-anchor:none]"
        style={{
          columnGap: GAP,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          paddingTop: topOf(sizes, rows.first),
          paddingBottom: topOf(sizes, count) - topOf(sizes, rows.end),
        }}
      >
        {width > 0 &&
          entries
            .slice(first, end)
            .map((entry, at) => (
              <Card
                key={entry.id}
                {...rest}
                entry={entry}
                width={cell}
                picture={picture}
                position={first + at + 1}
                total={entries.length}
                begins={first + at === cells.leading}
              />
            ))}
      </ul>
    </div>
  );
}

type CardProps = Omit<ListProps, 'entries'> & {
  entry: SharedEntry;
  width: number;
  /** The height of a picture, in px. */
  picture: number;
  position: number;
  total: number;
  /** It is the first of the files, and begins a row. */
  begins: boolean;
};

function Card({ entry, hrefOf, busy, onDownload, width, picture, position, total, begins }: CardProps) {
  const { url, directory } = entry;
  const icon = directory || ((entry.thumbnail ?? entry.linesUrl) !== null && width > 160);
  return (
    <li
      data-entry={entry.id}
      aria-setsize={total}
      aria-posinset={position}
      style={{
        height: directory ? FOLDER : picture + FOOT,
        marginBottom: GAP,
        gridColumnStart: begins ? 1 : undefined,
      }}
      className="relative flex flex-col overflow-hidden rounded-card bg-surface ring-1 ring-line hover:shadow-card hover:ring-edge/60"
    >
      {!directory && <Picture entry={entry} width={width} height={picture} />}
      <span className={cx('flex min-h-0 flex-1 items-center gap-2.5 ps-2.5', !directory && 'border-t border-line')}>
        {icon && <FileIcon type={entry.type} />}
        <span className="min-w-0 flex-1">
          <Name
            entry={entry}
            href={hrefOf(entry)}
            nameWidth={width - 20 - (icon ? 38 : 0) - (url ? 44 : 0)}
            size={13}
          />
          <span className="block truncate text-xs text-muted">{entry.extent}</span>
        </span>
        {url && (
          <IconButton
            label={t('publiclink.downloadOf', { name: entry.name })}
            disabled={busy === url}
            className="relative"
            onClick={() => onDownload(url)}
          >
            <Download size={18} aria-hidden="true" />
          </IconButton>
        )}
      </span>
    </li>
  );
}

type PictureProps = { entry: SharedEntry; width: number; height: number };

function Picture({ entry: { thumbnail, linesUrl, type }, width, height }: PictureProps) {
  const lines = useFirstLines(linesUrl);
  return (
    <span
      style={{ ...toneOf(type), height }}
      className="grid shrink-0 place-items-center overflow-hidden bg-[color-mix(in_srgb,var(--tone)_6%,transparent)]"
    >
      {thumbnail ? (
        <img
          src={thumbnailFor(thumbnail, type, width)}
          alt=""
          loading="lazy"
          decoding="async"
          className={cx('size-full object-cover', type === 'pdf' && 'object-top')}
        />
      ) : lines !== null ? (
        <TextTile text={lines} type={type} className="size-full" />
      ) : (
        <FileIcon type={type} size="lg" />
      )}
    </span>
  );
}
