import { BellDot, ChevronRight } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { can, usePermissions } from '~/api/permissions';
import { useUserId } from '~/api/session';
import { storageOf, useGuestSpaces, useSpace } from '~/api/spaces';
import { t, useLang, withWords } from '~/i18n';
import { isNearlyFull } from '~/kit/nearly-full';
import { useIsPageAtRest } from '~/kit/use-is-page-at-rest';
import { PageHead } from '~/page/page-head';
import { FavoritesPart } from './favorites-part';
import { FirstDay } from './first-day';
import { useActiveBoxes, useAnswers, useFavorites, useOpenUploads, useRecents, useTeam } from './queries';
import { QuickActions, useQuickActions } from './quick-actions';
import { RecentsPart } from './recents-part';
import { RowsSkeleton, Section, type Reading } from './section';
import { useSeenBoxes } from './seen-boxes';
import { SharedPart } from './shared-part';
import { useWelcome } from './use-welcome';
import { findWaiting, waitingCount, WaitingPart, type Waiting } from './waiting-part';
import { WelcomeCard } from './welcome-card';

const TeamPart = lazy(async () => ({
  default: (await withWords(import('./team-part'), 'activity')).TeamPart,
}));

/** The lists behind one section. */
function useWaiting(spaceId: string): Reading<Waiting> {
  const me = useUserId();
  const space = useSpace(spaceId);
  const boxed = space?.guest === false;
  const boxes = useActiveBoxes(spaceId, boxed);
  const uploads = useOpenUploads(spaceId);
  const { data: permissions } = usePermissions(spaceId);
  // Tickets are not of the workspace, and wait for the rest of the page.
  const answers = useAnswers(useIsPageAtRest()).data ?? [];
  const storage = space && storageOf(space);
  const runsOut = storage && storage.total !== null && isNearlyFull(storage.used, storage.total);
  const full = runsOut && can(permissions, 'update', 'plan') ? space : null;
  useSeenBoxes();
  const own = boxed ? boxes.data?.filter(({ created_by: by }) => by._id === me) : space && [];
  return {
    data: own && uploads.data && findWaiting(own, { uploads: uploads.data, answers, full }),
    error: boxes.error ?? uploads.error,
    refetch: () => Promise.all([boxed && boxes.error && boxes.refetch(), uploads.error && uploads.refetch()]),
  };
}

/** The first page of a workspace: recent files, what the team did, favorites, things that wait, and what others share. */
export function HomePage({ spaceId }: { spaceId: string }) {
  useLang();
  const { data: permissions } = usePermissions(spaceId);
  const mayRecents = can(permissions, 'read', 'recent_used');
  const space = useSpace(spaceId);
  // The lists of favorites are those of the two roots, which a guest has not.
  const mayFavorites = can(permissions, 'read', 'favorite') && !space?.guest;
  const recents = useRecents(spaceId, mayRecents);
  const favorites = useFavorites(space, mayFavorites);
  const shared = useGuestSpaces();
  const waiting = useWaiting(spaceId);
  const isMember = space?.guest === false;
  const team = useTeam(spaceId, isMember);
  const hasTeam = isMember && (space.member_count > 1 || (team.data?.length ?? 0) > 0);
  const welcome = useWelcome(spaceId, isMember && space.role !== 'owner');
  const actions = useQuickActions(spaceId);
  const count = waiting.data ? waitingCount(waiting.data) : 0;
  const firstDay =
    (!mayRecents || recents.data?.entries.length === 0) &&
    (!mayFavorites || favorites.data?.entries.length === 0) &&
    shared.data?.every(({ items }) => items.length === 0) &&
    waiting.data !== undefined &&
    (!isMember || team.data?.length === 0) &&
    count === 0;
  const teamPart = hasTeam && (
    <Suspense
      fallback={
        <Section
          title={t('home.teamTitle')}
          of={{ data: undefined, error: null, refetch: () => {} }}
          waiting={<RowsSkeleton count={3} />}
          render={() => null}
        />
      }
    >
      <TeamPart spaceId={spaceId} mayAll={can(permissions, 'read', 'activity')} of={team} />
    </Suspense>
  );
  const isNewHere = recents.data?.entries.length === 0;
  return (
    <div className="scroll-thin h-full overflow-y-auto px-4 pb-6 sm:px-6">
      <PageHead title={t('frame.home')} actions={!firstDay && <QuickActions actions={actions} />} />
      {firstDay ? (
        <FirstDay spaceId={spaceId} actions={actions} welcome={welcome} />
      ) : (
        <>
          {space && welcome.isNew && <WelcomeCard space={space} welcome={welcome} />}
          {count > 0 && <WaitingLink count={count} />}
          <div className="grid grid-cols-1 gap-8 min-[1180px]:grid-cols-[minmax(0,1fr)_20.5rem]">
            <div className="grid min-w-0 content-start gap-8">
              {isNewHere && teamPart}
              {mayRecents && <RecentsPart spaceId={spaceId} of={recents} />}
              {!isNewHere && teamPart}
              {mayFavorites && <FavoritesPart spaceId={spaceId} of={favorites} />}
            </div>
            <div className="grid min-w-0 content-start gap-8">
              <WaitingPart spaceId={spaceId} of={waiting} />
              <SharedPart of={shared} />
            </div>
          </div>
        </>
      )}
      {actions.dialogs}
    </div>
  );
}

function handleWaiting() {
  const section = document.getElementById('waiting');
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/** Where the section lies below the fold: leads down to it. */
function WaitingLink({ count }: { count: number }) {
  return (
    <button
      type="button"
      onClick={handleWaiting}
      className="mb-6 flex min-h-14 w-full items-center gap-3 rounded-card border border-line px-3.5 py-2.5 text-start hover:bg-hover min-[1180px]:hidden"
    >
      <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand">
        <BellDot size={20} />
      </span>
      <span className="min-w-0 flex-1 font-semibold">{t('home.waitingCount', { n: count })}</span>
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted rtl:rotate-180" />
    </button>
  );
}
