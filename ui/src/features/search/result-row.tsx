import { EllipsisVertical } from 'lucide-react';
import { Link } from 'wouter';
import { extentOf } from '~/features/files/listing/extent';
import { t } from '~/i18n';
import { fullDate } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { RelativeTime } from '~/page/dates/relative-time';
import { HitPlace, HitPath } from './hit-line';
import type { Hit } from './hits';
import { MarkedText } from './marked-text';

type Props = {
  hit: Hit;
  index: number;
  way: readonly string[];
  href: string;
  menu: () => MenuEntry[];
  height: number;
  /** There is room for columns. */
  wide: boolean;
};

export function ResultRow({ hit, index, way, href, menu, height, wide }: Props) {
  const { entry, marks, snippet } = hit;
  return (
    <li
      data-index={index}
      style={{ height }}
      className="group/row relative flex items-center gap-3 border-b border-line/60 ps-5 pe-3 hover:bg-hover has-[a:focus-visible]:bg-hover max-sm:ps-3"
    >
      <FileIcon type={entry.type} size="md" />
      <div className="min-w-0 flex-1 text-start">
        <Link
          href={href}
          className="block truncate font-medium outline-offset-4 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
        >
          <MarkedText text={entry.name} marks={marks} />
        </Link>
        {snippet && (
          <p className="flex text-xs text-muted">
            <HitPlace hit={hit} />
            <MarkedText text={snippet.text} marks={snippet.marks} />
          </p>
        )}
        {!wide && <HitPath steps={way} className="text-xs text-muted" />}
      </div>
      {wide && (
        <>
          <HitPath steps={way} className="w-56 text-xs text-muted" />
          <time
            dateTime={entry.modifiedAt}
            title={fullDate(entry.modifiedAt)}
            className="w-32 truncate text-xs text-muted"
          >
            <RelativeTime at={entry.modifiedAt} />
          </time>
          <span className="w-24 truncate text-xs text-muted">{extentOf(entry)}</span>
        </>
      )}
      <MoreButton name={entry.name} menu={menu} />
    </li>
  );
}

export function MoreButton({ name, menu }: { name: string; menu: () => MenuEntry[] }) {
  return (
    <Menu
      label={name}
      align="end"
      entries={menu()}
      trigger={
        <button type="button" aria-label={t('search.moreOf', { name })} className={iconButtonClass('relative')}>
          <EllipsisVertical size={18} aria-hidden="true" />
        </button>
      }
    />
  );
}
