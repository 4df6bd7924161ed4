import { Ellipsis, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { usePermissions } from '~/api/permissions';
import { useSpace } from '~/api/spaces';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { Menu } from '~/kit/menu';
import { useOpenCreationPlace } from '~/features/files/operations/use-open-creation-place';
import { NewMenu, useNewEntries } from './new-menu';
import { placeOf, places } from './places';

const tabClass = (current = false) =>
  cx(
    'flex h-16 min-w-0 flex-col items-center justify-center gap-1 rounded-xl text-2xs font-medium transition active:bg-hover',
    current ? 'text-brand' : 'text-muted',
  );

const newClass =
  'my-2 grid size-12 place-items-center justify-self-center rounded-full bg-brand-solid text-on-brand shadow-card transition active:brightness-90 disabled:bg-sunken disabled:text-muted disabled:shadow-none';

function Tab({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <>
      {icon}
      <span className="max-w-full truncate px-1">{label}</span>
    </>
  );
}

/**
 * The sidebar of a phone: two places, New in the middle, one more place, and a menu of the others. It is the same on all pages of a
 * workspace: where nothing can be added to what is shown, New is off, and who may add nothing anywhere has a fourth place instead.
 */
export function BottomBar({ spaceId }: { spaceId: string }) {
  const [path, navigate] = useLocation();
  const here = placeOf(spaceId, path);
  const { data: permissions } = usePermissions(spaceId);
  const all = places(spaceId, permissions, useSpace(spaceId));
  const offers = useNewEntries(spaceId).length > 0;
  const makes = useOpenCreationPlace(spaceId) !== null || offers;
  const middle = permissions && !makes ? all.slice(3, 4) : [];
  const more = all.slice(3 + middle.length);
  const link = ({ id, href, short, Icon }: (typeof all)[number]) => (
    <Link key={id} href={href} aria-current={here === id ? 'page' : undefined} className={tabClass(here === id)}>
      <Tab icon={<Icon size={22} aria-hidden="true" />} label={short} />
    </Link>
  );
  return (
    <nav
      aria-label={t('frame.navigation')}
      className="z-30 grid shrink-0 auto-cols-fr grid-flow-col border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)]"
    >
      {all.slice(0, 2).map(link)}
      {middle.map(link)}
      {middle.length === 0 && (
        <div className="grid justify-items-center">
          {offers ? (
            <NewMenu
              spaceId={spaceId}
              trigger={
                <button type="button" data-tour="new" aria-label={t('frame.new')} className={newClass}>
                  <Plus size={26} aria-hidden="true" />
                </button>
              }
            />
          ) : (
            makes && (
              <button type="button" disabled aria-label={t('frame.new')} className={newClass}>
                <Plus size={26} aria-hidden="true" />
              </button>
            )
          )}
        </div>
      )}
      {all.slice(2, 3).map(link)}
      <Menu
        label={t('frame.morePlaces')}
        entries={more.map(({ id, href, label, Icon }) => ({
          id,
          label,
          icon: <Icon size={19} />,
          onSelect: () => navigate(href),
        }))}
        trigger={
          <button type="button" data-tour="more" className={tabClass(more.some(({ id }) => id === here))}>
            <Tab icon={<Ellipsis size={22} aria-hidden="true" />} label={t('frame.more')} />
          </button>
        }
      />
    </nav>
  );
}
