import { useRef } from 'react';
import { Link } from 'wouter';
import { hrefOf, placeOf, previewHref } from '~/api/place';
import type { Entry } from '~/features/files/listing/entry';
import type { Page } from '~/features/files/listing/listing';
import { placeNames } from '~/features/files/listing/words';
import { isRtl, t } from '~/i18n';
import { CutName } from '~/kit/cut-name';
import { FileIcon } from '~/kit/file-icon';
import { useWidth } from '~/kit/use-width';
import { SHOWN } from './queries';
import { EmptySection, RowsSkeleton, Section, type Reading } from './section';

const grid = 'grid grid-cols-1 gap-x-6 sm:grid-cols-2';

/** The user's favorites by name, each with its place. */
export function FavoritesPart({ spaceId, of }: { spaceId: string; of: Reading<Page> }) {
  return (
    <Section
      title={t('frame.favorites')}
      all={{ href: `/workspace/${spaceId}/favorite` }}
      of={of}
      waiting={
        <div className={grid}>
          <RowsSkeleton count={SHOWN} />
        </div>
      }
      render={({ entries }) =>
        entries.length === 0 ? (
          <EmptySection>{t('home.noFavorites')}</EmptySection>
        ) : (
          <ul className={grid}>
            {entries.slice(0, SHOWN).map((entry) => (
              <li key={entry.id} className="min-w-0">
                <Row spaceId={spaceId} entry={entry} />
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

function Row({ spaceId, entry }: { spaceId: string; entry: Entry }) {
  const text = useRef<HTMLSpanElement>(null);
  const place = placeOf(entry, { spaceId, my: false });
  const href =
    entry.kind === 'directory'
      ? hrefOf({ ...place, directoryId: entry.id })
      : previewHref(place, entry.directoryId, entry.id);
  return (
    <Link href={href} className="-mx-2 flex min-h-14 items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover">
      <FileIcon type={entry.type} />
      <span ref={text} className="grid min-w-0 flex-1 text-start">
        <span className="truncate font-medium">
          <CutName name={entry.name} width={useWidth(text) - 2} />
        </span>
        <span className="truncate text-xs text-muted">
          {placeNames(entry).map((name, step) => (
            <span key={step}>
              {step > 0 && (isRtl() ? ' ‹ ' : ' › ')}
              <bdi>{name}</bdi>
            </span>
          ))}
        </span>
      </span>
    </Link>
  );
}
