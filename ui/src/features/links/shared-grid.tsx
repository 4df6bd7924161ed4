import { ArrowDownToLine } from 'lucide-react';
import { useRef } from 'react';
import { thumbnailFor } from '~/api/thumbnail';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { FileIcon, toneOf } from '~/kit/file-icon';
import { IconButton } from '~/kit/icon-button';
import { useWidth } from '~/kit/use-width';
import type { SharedEntry } from './shared-entry';
import { Name, type ListProps } from './shared-list';

const GAP = 16;
/** The least width of a card, in px; two stand side by side on the narrowest phone. */
const LEAST = 132;
const USUAL = 196;

function columnsFor(width: number): number {
  const least = width < 640 ? LEAST : USUAL;
  return Math.max(2, Math.floor((width + GAP) / (least + GAP)));
}

/** The same entries as pictures. */
export function SharedGrid({ entries, ...rest }: ListProps) {
  const grid = useRef<HTMLUListElement>(null);
  const width = useWidth(grid);
  const columns = width < 640 ? Math.min(3, columnsFor(width)) : columnsFor(width);
  const cell = Math.floor((width - GAP * (columns - 1)) / columns);
  return (
    <div className="p-4 sm:p-5">
      <ul
        ref={grid}
        aria-label={t('publiclink.contents')}
        className="grid"
        style={{ gap: GAP, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {width > 0 && entries.map((entry) => <Card key={entry.id} {...rest} entry={entry} width={cell} />)}
      </ul>
    </div>
  );
}

type CardProps = Omit<ListProps, 'entries'> & { entry: SharedEntry; width: number };

function Card({ entry, hrefOf, busy, onTake, width }: CardProps) {
  const { url } = entry;
  return (
    <li
      data-entry={entry.id}
      className="relative flex flex-col overflow-hidden rounded-card bg-surface ring-1 ring-line [contain-intrinsic-size:auto_11rem] [content-visibility:auto] hover:shadow-card hover:ring-edge/60"
    >
      <Picture entry={entry} width={width} />
      <span className="flex min-h-13 items-center gap-2.5 border-t border-line py-1.5 ps-2.5">
        {entry.thumbnail && <FileIcon type={entry.type} className="max-sm:hidden" />}
        <span className="min-w-0 flex-1">
          <Name
            entry={entry}
            href={hrefOf(entry)}
            room={width - 20 - (entry.thumbnail && width > 160 ? 38 : 0) - (url ? 44 : 0)}
            size={13}
          />
          <span className="block truncate text-xs text-muted">{entry.extent}</span>
        </span>
        {url && (
          <IconButton
            label={t('publiclink.downloadOf', { name: entry.name })}
            disabled={busy === url}
            className="relative"
            onClick={() => onTake(url)}
          >
            <ArrowDownToLine size={18} aria-hidden="true" />
          </IconButton>
        )}
      </span>
    </li>
  );
}

function Picture({ entry: { thumbnail, type }, width }: { entry: SharedEntry; width: number }) {
  return (
    <span
      style={toneOf(type)}
      className="grid h-24 place-items-center overflow-hidden bg-[color-mix(in_srgb,var(--tone)_6%,transparent)] sm:h-31"
    >
      {thumbnail ? (
        <img
          src={thumbnailFor(thumbnail, type, width)}
          alt=""
          loading="lazy"
          decoding="async"
          className={cx('size-full object-cover', type === 'pdf' && 'object-top')}
        />
      ) : (
        <FileIcon type={type} size="lg" />
      )}
    </span>
  );
}
