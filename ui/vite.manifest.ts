import type { ManifestOptions } from 'vite-plugin-pwa';

/** The web app manifest. Persian is the language of the product. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'انبار',
  short_name: 'انبار',
  description: 'فضای ابری برای فایل‌های شما و همکارانتان',
  lang: 'fa',
  dir: 'rtl',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#0b6b66',
  background_color: '#f5f7f7',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};
