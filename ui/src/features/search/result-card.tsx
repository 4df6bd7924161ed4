import { useState } from 'react';
import { Link } from 'wouter';
import { useTile } from '~/features/files/listing/thumbnails';
import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import { TextTile } from '~/kit/text-tile';
import type { MenuEntry } from '~/kit/menu-items';
import { HitPath } from './hit-line';
import type { Hit } from './hits';
import { MarkedText } from './marked-text';
import { MoreButton } from './result-row';

type Props = {
  spaceId: string;
  hit: Hit;
  index: number;
  way: readonly string[];
  href: string;
  menu: () => MenuEntry[];
  width: number;
  height: number;
  /** It is the first of the files. */
  begins: boolean;
};

export function ResultCard({ spaceId, hit, index, way, href, menu, width, height, begins }: Props) {
  const { entry, marks } = hit;
  const { url, lines } = useTile(spaceId, entry, width);
  const [failed, setFailed] = useState(false);
  const folder = entry.kind === 'directory';
  return (
    <li
      data-index={index}
      style={{ height, gridColumnStart: begins ? 1 : undefined }}
      className="relative flex flex-col rounded-card bg-surface ring-1 ring-line hover:shadow-card hover:ring-edge/60 has-[a:focus-visible]:ring-2 has-[a:focus-visible]:ring-brand"
    >
      {!folder && (
        <div className="grid min-h-0 flex-1 place-items-center overflow-hidden rounded-t-card bg-sunken">
          {lines !== null && <TextTile text={lines} type={entry.type} className="size-full" />}
          {url && !failed && (
            <img src={url} alt="" className="size-full object-cover" onError={() => setFailed(true)} />
          )}
          {lines === null && (!url || failed) && <FileIcon type={entry.type} size="lg" className="bg-transparent!" />}
        </div>
      )}
      <div className={cx('flex shrink-0 items-center gap-2 ps-3 pe-1', folder ? 'h-full' : 'h-14')}>
        {folder && <FileIcon type="folder" />}
        <div className="min-w-0 flex-1 text-start leading-5">
          <Link
            href={href}
            className="block truncate text-[13px] font-medium outline-none after:absolute after:inset-0"
          >
            <MarkedText text={entry.name} marks={marks} />
          </Link>
          <HitPath steps={way} className="text-2xs text-muted" />
        </div>
        <MoreButton name={entry.name} menu={menu} />
      </div>
    </li>
  );
}
