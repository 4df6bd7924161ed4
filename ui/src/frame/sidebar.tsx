import { Plus } from 'lucide-react';
import { Fragment, memo } from 'react';
import { Link, useLocation } from 'wouter';
import { usePermissions } from '~/api/permissions';
import { useSpace } from '~/api/spaces';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Skeleton } from '~/kit/skeleton';
import { NewMenu } from './new-menu';
import { placeOf, places } from './places';
import { SpaceSwitcher } from './space-switcher';
import { StorageMeter } from './storage-meter';

const placeClass = (current: boolean) =>
  cx(
    'flex h-9 shrink-0 items-center gap-3 rounded-control px-3 font-medium transition pointer-coarse:h-11',
    current ? 'bg-brand-soft font-semibold text-brand' : 'text-fg hover:bg-hover',
    'data-drop:bg-brand-soft data-drop:text-brand data-drop:ring-2 data-drop:ring-brand',
  );

export const Sidebar = memo(function Sidebar({ spaceId }: { spaceId: string }) {
  useLang();
  const [path] = useLocation();
  const here = placeOf(spaceId, path);
  const { data: permissions } = usePermissions(spaceId);
  const space = useSpace(spaceId);
  // Until the rights are known every place keeps its room, so that nothing moves.
  const all = places(spaceId, permissions, space);
  return (
    <nav aria-label={t('frame.navigation')} className="flex w-64 shrink-0 flex-col gap-1 p-3">
      <SpaceSwitcher spaceId={spaceId} />
      <div className={cx('my-2 grid', permissions && 'empty:hidden')}>
        {!permissions && <Skeleton className="h-11 rounded-control" />}
        {permissions && (
          <NewMenu
            spaceId={spaceId}
            fit
            trigger={
              <Button
                kind="solid"
                data-tour="new"
                icon={<Plus size={19} aria-hidden="true" />}
                className="h-11 shadow-card"
              >
                {t('frame.new')}
              </Button>
            }
          />
        )}
      </div>
      <div className="scroll-thin scroll-fade -mx-1 flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-1 py-0.5">
        {all.map(({ id, href, label, Icon, manages }, index) => (
          <Fragment key={id}>
            {manages && !all[index - 1]?.manages && <hr className="mx-3 my-1 border-line" />}
            <Link
              href={href}
              data-place={id}
              draggable={false}
              aria-current={here === id ? 'page' : undefined}
              className={placeClass(here === id)}
            >
              <Icon size={19} aria-hidden="true" className={cx('shrink-0', here !== id && 'text-muted')} />
              <span className="truncate">{label}</span>
            </Link>
          </Fragment>
        ))}
      </div>
      {space?.guest !== true && (
        <div className="pt-1">
          <StorageMeter spaceId={spaceId} />
        </div>
      )}
    </nav>
  );
});
