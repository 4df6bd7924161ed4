import { Plus } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { usePermissions } from '~/api/permissions';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Menu } from '~/kit/menu';
import { newEntries } from './new-menu';
import { placeOf, places } from './places';
import { SpaceSwitcher } from './space-switcher';
import { StorageMeter } from './storage-meter';

const placeClass = (current: boolean) =>
  cx(
    'flex h-10 items-center gap-3 rounded-control px-3 font-medium transition pointer-coarse:h-11',
    current ? 'bg-brand-soft font-semibold text-brand' : 'text-fg hover:bg-hover',
    'data-drop:bg-brand-soft data-drop:text-brand data-drop:ring-2 data-drop:ring-brand',
  );

export function Sidebar({ spaceId }: { spaceId: string }) {
  const [path] = useLocation();
  const here = placeOf(spaceId, path);
  const { data: permissions } = usePermissions(spaceId);
  return (
    <nav aria-label={t('frame.navigation')} className="flex w-64 shrink-0 flex-col gap-1 p-3">
      <SpaceSwitcher spaceId={spaceId} />
      <div className="my-2 grid">
        <Menu
          label={t('frame.new')}
          entries={newEntries()}
          fit
          trigger={
            <Button kind="solid" icon={<Plus size={19} aria-hidden="true" />} className="h-11 shadow-card">
              {t('frame.new')}
            </Button>
          }
        />
      </div>
      {places(spaceId, permissions).map(({ id, href, label, Icon }) => (
        <Link
          key={id}
          href={href}
          data-place={id}
          draggable={false}
          aria-current={here === id ? 'page' : undefined}
          className={placeClass(here === id)}
        >
          <Icon size={19} aria-hidden="true" className={here === id ? undefined : 'text-muted'} />
          {label}
        </Link>
      ))}
      <div className="mt-auto pt-3">
        <StorageMeter spaceId={spaceId} />
      </div>
    </nav>
  );
}
