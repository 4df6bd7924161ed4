/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { dropOutdated } from './features/incoming/kept';
import { receive } from './features/incoming/receive';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (typeof message === 'object' && message !== null && Reflect.get(message, 'type') === 'SKIP_WAITING') {
    void self.skipWaiting();
  }
});

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Pages that were opened before the first installation are served by this worker at once.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('activate', (event) => event.waitUntil(dropOutdated().catch(() => undefined)));

// Viewers are too large to be fetched ahead; those that were used, or that kept files need, open without a connection
// too. The page deletes the files of older versions (features/offline/code.ts).
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin &&
    (url.pathname.startsWith('/assets/later/') || /^\/assets\/.*\.(mjs|wasm|ttf|pfb)$/.test(url.pathname)),
  async ({ request }) => {
    const cache = await caches.open('anbar-viewers');
    const known = await cache.match(request.url, { ignoreVary: true });
    if (known) return known;
    const response = await fetch(request);
    if (response.ok) await cache.put(request.url, response.clone());
    return response;
  },
);

// Another app shares files or a text with this one. The server never gets this form.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/share-target',
  ({ request }) => receive(request, self.location.origin),
  'POST',
);

// Calls, bytes and public pages always come from the server.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [
      /^\/(api|dav|download|u|editor|ocs|index\.php|remote\.php|public\.php|status\.php|204|push|login\/(v2|flow))(\/|$)/,
    ],
  }),
);
