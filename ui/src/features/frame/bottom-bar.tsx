import { CircleUser, LayoutGrid, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { Menu } from '~/kit/menu';
import { useAccountEntries } from './account-menu';
import { newEntries } from './new-menu';
import { placeOf, places, useMorePlaces } from './places';
import { useSpaceEntries } from './space-switcher';

const tabClass = (current = false) =>
  cx(
    'flex h-16 min-w-0 flex-col items-center justify-center gap-1 rounded-xl text-2xs font-medium transition active:bg-hover',
    current ? 'text-brand' : 'text-muted',
  );

function Tab({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <>
      {icon}
      <span className="max-w-full truncate px-1">{label}</span>
    </>
  );
}

/** The sidebar of a phone: two places, New in the middle, workspaces and account. */
export function BottomBar({ spaceId }: { spaceId: string }) {
  const [path, navigate] = useLocation();
  const here = placeOf(spaceId, path);
  const more = useMorePlaces(spaceId).map(({ id, href, label, Icon }) => ({
    id,
    label,
    icon: <Icon size={18} />,
    onSelect: () => navigate(href),
  }));
  const spaceEntries = [...more, 'separator' as const, ...useSpaceEntries(spaceId)];
  const accountEntries = useAccountEntries();
  return (
    <nav
      aria-label={t('frame.navigation')}
      className="z-30 grid shrink-0 grid-cols-5 border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)]"
    >
      {places(spaceId).map(({ id, href, short, Icon }) => (
        <Link key={id} href={href} aria-current={here === id ? 'page' : undefined} className={tabClass(here === id)}>
          <Tab icon={<Icon size={22} aria-hidden="true" />} label={short} />
        </Link>
      ))}
      <Menu
        label={t('frame.new')}
        entries={newEntries()}
        trigger={
          <button
            type="button"
            aria-label={t('frame.new')}
            className="-mt-5 grid size-14 place-items-center justify-self-center rounded-full bg-brand-solid text-on-brand shadow-pop transition active:brightness-90"
          >
            <Plus size={26} aria-hidden="true" />
          </button>
        }
      />
      <Menu
        label={t('frame.spaces')}
        entries={spaceEntries}
        trigger={
          <button type="button" className={tabClass()}>
            <Tab icon={<LayoutGrid size={22} aria-hidden="true" />} label={t('frame.spacesShort')} />
          </button>
        }
      />
      <Menu
        label={t('frame.accountMenu')}
        entries={accountEntries}
        trigger={
          <button type="button" className={tabClass()}>
            <Tab icon={<CircleUser size={22} aria-hidden="true" />} label={t('frame.account')} />
          </button>
        }
      />
    </nav>
  );
}
