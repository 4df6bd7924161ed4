import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { matchRoute, Router, useLocation, useRouter } from 'wouter';
import { queryClient } from './api/query';
import { whenSessionEnds } from './api/refresh';
import { useUserId } from './api/session';
import { wipePersonal } from './api/personal';
import { noteVisit } from './api/visits';
import { LoadingBar, SavingBar } from './page/loading-bar';
import { useOpenName } from './page/use-window-title';
import { ErrorBoundary } from './page/error-boundary';
import { Guard, Rights } from './guard';
import { PaletteHost } from './frame/palette/host';
import { isRtl, t, useLang, withWords } from './i18n';
import { KitProvider } from './kit/provider';
import { resetPersonalStores } from './kit/store';
import { shownLocation } from './kit/shown-location';
import { Toaster } from './kit/toaster';
import { useIsPageAtRest } from './kit/use-is-page-at-rest';
import type { Route, RouteParams } from './route';
import { notFound, routes } from './routes';

// Visitors who sign in, or came by a link, never see it.
const Frame = lazy(async () => ({ default: (await import('./frame/frame')).Frame }));
// Not needed for the first paint.
const GlobalHosts = lazy(async () => ({
  default: (await withWords(import('./global-hosts'), 'pwa', 'offline')).GlobalHosts,
}));

function useMatch(): { entry: Route; params: RouteParams } {
  const { parser } = useRouter();
  const [path] = useLocation();
  for (const entry of routes) {
    const [matches, params] = matchRoute(parser, entry.path, path);
    if (matches) return { entry, params };
  }
  return { entry: notFound, params: {} };
}

/** The window's title and the screen reader name the page after each navigation. */
function useTitle(entry: Route): string {
  const product = t('common.product');
  // The words come with the page.
  const [ready, setReady] = useState<Route | null>(null);
  useEffect(() => {
    entry.load().then(
      () => setReady(entry),
      () => undefined,
    );
  }, [entry]);
  const words = ready === entry ? entry.title : undefined;
  const title = words ? `${t(words)} · ${product}` : product;
  const name = useOpenName();
  useEffect(() => {
    if (name || words) document.title = name ? `${name} · ${product}` : title;
  }, [name, words, title, product]);
  return title;
}

/** The session ended, here or in another tab: nothing of its person is left for the next one. */
function forget() {
  queryClient.clear();
  resetPersonalStores();
  void wipePersonal();
}

/** Another person signed in, in another tab: nothing here is theirs. */
function useSamePerson() {
  const user = useUserId();
  const before = useRef(user);
  useEffect(() => {
    if (before.current && user && before.current !== user) location.reload();
    if (before.current && !user) forget();
    before.current = user;
  }, [user]);
}

// Pages of the same entry keep their state; the frame stays mounted between them.
function Screen() {
  const { entry, params } = useMatch();
  const [path] = useLocation();
  const title = useTitle(entry);
  useEffect(() => noteVisit(path), [path]);
  const spaceId = params.workspace_id;
  // Should it fail, the page itself says so.
  entry.load().catch(() => undefined);
  const Page = entry.page;
  const page = (
    <ErrorBoundary at={path}>
      <Suspense fallback={<LoadingBar />}>
        <Page params={params} />
      </Suspense>
    </ErrorBoundary>
  );
  const allowed = spaceId ? (
    <Rights key={spaceId} need={entry.need} spaceId={spaceId}>
      {page}
    </Rights>
  ) : (
    page
  );
  // The frame is drawn at once; only the page inside it waits for the rights.
  return (
    <>
      <p role="status" className="sr-only">
        {title}
      </p>
      <Guard need={entry.need}>
        {entry.framed && spaceId ? (
          <Suspense fallback={<LoadingBar />}>
            <Frame key={spaceId} spaceId={spaceId}>
              {allowed}
            </Frame>
          </Suspense>
        ) : (
          allowed
        )}
      </Guard>
    </>
  );
}

/** Parts of the product for signed-in users; pages for outside visitors have none of them. */
function SignedInParts() {
  const { entry } = useMatch();
  // They share the line with nothing that the first page needs.
  const [turn, setTurn] = useState(false);
  useEffect(() => {
    const provide = () => setTurn(true);
    entry.load().then(provide, provide);
  }, [entry]);
  // Before somebody signed in there is nothing in them that is waited for, and they bring along much of the product's code.
  const user = useUserId();
  const rested = useIsPageAtRest();
  if (entry.outside || !turn || !(user || rested)) return null;
  return (
    <>
      <Suspense>
        <GlobalHosts />
      </Suspense>
      {user && <PaletteHost />}
    </>
  );
}

export function App() {
  useLang();
  useSamePerson();
  // The guard leads to the login page; data of this user must not be left for the next one.
  useEffect(() => whenSessionEnds(forget), []);
  const words = {
    close: t('common.close'),
    notifications: t('common.notifications'),
    showPassword: t('common.showPassword'),
    hidePassword: t('common.hidePassword'),
    clear: t('common.clear'),
    back: t('common.back'),
  };
  return (
    <QueryClientProvider client={queryClient}>
      <KitProvider rtl={isRtl()} words={words}>
        <Router {...shownLocation}>
          <ErrorBoundary at="">
            <Screen />
          </ErrorBoundary>
          <SavingBar />
          <SignedInParts />
          <Toaster />
        </Router>
      </KitProvider>
    </QueryClientProvider>
  );
}
