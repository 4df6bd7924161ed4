import { useRef } from 'react';
import { Link } from 'wouter';
import { placeOf, previewHref } from '~/api/place';
import type { Entry } from '~/features/files/listing/entry';
import type { Page } from '~/features/files/listing/listing';
import { useTile } from '~/features/files/listing/thumbnails';
import { CellSkeleton, Picture } from '~/features/files/view/grid-cell';
import { t } from '~/i18n';
import { fullDate } from '~/i18n/format';
import { CutName } from '~/kit/cut-name';
import { FileIcon } from '~/kit/file-icon';
import { useWidth } from '~/kit/use-width';
import { RelativeTime } from '~/page/dates/relative-time';
import { SHOWN } from './queries';
import { EmptySection, Section, type Reading } from './section';

const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3';
const HEIGHT = 148;
/** Of a picture, in px, where three stand side by side. */
const WIDTH = 256;

/** The files that the user used last, by their pictures. */
export function RecentsPart({ spaceId, of }: { spaceId: string; of: Reading<Page> }) {
  return (
    <Section
      title={t('home.recentsTitle')}
      all={{ href: `/workspace/${spaceId}/recent-used-file`, label: t('home.allRecents') }}
      of={of}
      waiting={
        <div className={grid}>
          {Array.from({ length: SHOWN }, (_, cell) => (
            <CellSkeleton key={cell} height={HEIGHT} />
          ))}
        </div>
      }
      render={({ entries }) =>
        entries.length === 0 ? (
          <EmptySection>{t('home.noRecents')}</EmptySection>
        ) : (
          <ul className={grid}>
            {entries.slice(0, SHOWN).map((entry) => (
              <li key={entry.id} className="min-w-0">
                <Thumb spaceId={spaceId} entry={entry} />
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

function Thumb({ spaceId, entry }: { spaceId: string; entry: Entry }) {
  const tile = useTile(spaceId, entry, WIDTH);
  const used = entry.usedAt ?? entry.modifiedAt;
  const text = useRef<HTMLSpanElement>(null);
  return (
    <Link
      href={previewHref(placeOf(entry, { spaceId, my: false }), entry.directoryId, entry.id)}
      style={{ height: HEIGHT }}
      className="flex flex-col overflow-hidden rounded-card bg-surface ring-1 ring-line transition hover:shadow-card hover:ring-edge/60"
    >
      <Picture {...tile} type={entry.type} />
      <span className="flex h-14 shrink-0 items-center gap-2.5 border-t border-line px-3">
        <FileIcon type={entry.type} size="sm" />
        <span ref={text} className="grid min-w-0 flex-1 text-start">
          <span className="truncate text-[13px] font-medium">
            <CutName name={entry.name} width={useWidth(text) - 2} size={13} />
          </span>
          <span className="truncate text-xs text-muted" title={fullDate(used)}>
            <RelativeTime at={used} />
          </span>
        </span>
      </span>
    </Link>
  );
}
