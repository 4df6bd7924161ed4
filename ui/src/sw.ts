/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (typeof message === 'object' && message !== null && Reflect.get(message, 'type') === 'SKIP_WAITING') {
    void self.skipWaiting();
  }
});

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Viewers are too large to be fetched ahead; those that were used open without a connection too.
const viewers = 'anbar-viewers';
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/later/'),
  async ({ request }) => {
    const cache = await caches.open(viewers);
    const known = await cache.match(request);
    if (known) return known;
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  },
);
self.addEventListener('activate', (event) => {
  // Their names change with each version of the app.
  event.waitUntil(caches.delete(viewers));
});

// Calls, bytes and public pages always come from the server.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/(api|download|u|editor)(\/|$)/],
  }),
);
