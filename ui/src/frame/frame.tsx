import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Rewind } from '~/features/rewind/rewind';
import { loadMenus } from '~/kit/menu';
import { Slot, SlotProvider } from '~/kit/slot';
import { useDock } from '~/kit/use-dock';
import { useIsCompact, useIsPhone } from '~/kit/use-media';
import { whenIdle } from '~/kit/when-rested';
import { useSpace } from '~/api/spaces';
import type { Space } from '~/api/types';
import { t, withWords } from '~/i18n';
import { BottomBar } from './bottom-bar';
import { SkipLink } from '~/page/skip-link';
import { Sidebar } from './sidebar';
import { TopBar } from './top-bar';
import { useBrand } from './use-brand';

const UploadTray = lazy(async () => ({
  default: (await withWords(import('~/features/uploads/tray'), 'uploads')).UploadTray,
}));

const ImportTray = lazy(async () => ({ default: (await import('~/features/imports/tray')).ImportTray }));

const PlanBanner = lazy(async () => ({
  default: (await withWords(import('~/features/billing/plan-banner'), 'billing')).PlanBanner,
}));

const FrozenBanner = lazy(async () => ({
  default: (await withWords(import('~/features/workspaces/frozen-banner'), 'errors')).FrozenBanner,
}));

/** How long before the end of a plan its owner is told. */
const SOON = 14 * 86_400_000;

const isEndingSoon = ({ plan_ends_at: end }: Space, now = Date.now()) => end !== null && Date.parse(end) - now < SOON;

/** Nothing, unless the workspace is frozen, or has a plan that ends soon or has ended. */
function PlanNotice({ spaceId }: { spaceId: string }) {
  const space = useSpace(spaceId);
  if (space?.frozen_reason)
    return (
      <Suspense>
        <FrozenBanner space={space} />
      </Suspense>
    );
  if (!space || !(space.locked || isEndingSoon(space))) return null;
  return (
    <Suspense>
      <PlanBanner space={space} />
    </Suspense>
  );
}

/**
 * Sidebar, top bar, content, details at the inline end. Below 900 px the sidebar is a drawer; on a phone a bottom bar
 * takes its place. Bars at the bottom push the content up; toasts and the upload tray float above them.
 */
export function Frame({ spaceId, children }: { spaceId: string; children: ReactNode }) {
  const phone = useIsPhone();
  const compact = useIsCompact();
  const dock = useDock<HTMLDivElement>();
  useBrand(spaceId);
  // Their code came with that of the list.
  useEffect(() => void whenIdle(() => void loadMenus()), []);
  return (
    <SlotProvider>
      <SkipLink />
      <div className="flex h-full">
        {!compact && <Sidebar spaceId={spaceId} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar spaceId={spaceId} />
          <PlanNotice spaceId={spaceId} />
          <div className="flex min-h-0 flex-1 sm:gap-3 sm:px-3 sm:pb-3 min-[900px]:ps-0">
            {/* A layer of its own: what is drawn beside it draws nothing of it anew. Whatever lies over it stays below the bars. */}
            <main
              id="content"
              tabIndex={-1}
              className="relative min-w-0 flex-1 overflow-hidden bg-surface outline-none will-change-[opacity] sm:rounded-card sm:shadow-card sm:ring-1 sm:ring-line"
            >
              {children}
            </main>
            <aside aria-label={t('frame.details')} className="contents">
              <Slot
                name="details"
                className="w-85 shrink-0 xl:w-96 overflow-hidden rounded-card bg-surface shadow-card ring-1 ring-line empty:hidden max-lg:hidden"
              />
            </aside>
          </div>
          <div ref={dock} className="relative z-30 shrink-0">
            <div className="sm:absolute sm:end-4 sm:bottom-full sm:mb-4 sm:grid sm:justify-items-end sm:gap-2">
              <Suspense>
                <ImportTray key={spaceId} spaceId={spaceId} />
              </Suspense>
              <Suspense>
                <UploadTray />
              </Suspense>
            </div>
            <Slot
              name="bars"
              className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden sm:px-3 sm:pb-3 min-[900px]:ps-0"
            />
          </div>
          {phone && <BottomBar spaceId={spaceId} />}
        </div>
        <Rewind />
      </div>
    </SlotProvider>
  );
}
