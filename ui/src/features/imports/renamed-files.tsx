import { ChevronDown, PencilLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useItems, type Import } from './api';
import { nameOf } from './groups';

/** Files that have another name here than at the source. */
export function RenamedFiles({ of }: { of: Import }) {
  const [open, setOpen] = useState(false);
  const { items, data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useItems(
    of.import_id,
    'renamed',
    open,
  );
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex min-h-14 items-center gap-3 px-5 py-1.5">
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-muted"
        >
          <PencilLine size={18} />
        </span>
        <div className="min-w-0 flex-1">
          <h2>{t('imports.renamedTitle', { n: of.renamed })}</h2>
          <p className="text-xs text-pretty text-muted">{t('imports.renamedText')}</p>
        </div>
        <Button className="-me-2 text-brand! print:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'imports.hide' : 'imports.view')}
          <ChevronDown size={16} aria-hidden="true" className={cx('transition', open && 'rotate-180')} />
        </Button>
      </div>
      {open && (
        <div className="border-t border-line">
          {!data && !error && (
            <div className="p-5">
              <RowsSkeleton />
            </div>
          )}
          {error && (
            <div className="p-5">
              <Trouble error={error} retry={refetch} />
            </div>
          )}
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <li key={item.key} className="px-5 py-2">
                {item.directory_id ? (
                  <Link
                    href={`/workspace/${of.space_id}/directory/${item.directory_id}`}
                    aria-label={t('imports.showFile', { name: nameOf(item.path) })}
                    className="block truncate hover:underline"
                  >
                    <bdi>{item.path}</bdi>
                  </Link>
                ) : (
                  <bdi className="block truncate">{item.path}</bdi>
                )}
                <p className="truncate text-xs text-muted" title={item.key}>
                  {t('imports.was', { name: item.key })}
                </p>
              </li>
            ))}
          </ul>
          {hasNextPage && (
            <div className="flex justify-center border-t border-line py-2">
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('imports.more')}
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}
