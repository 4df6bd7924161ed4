import fs from 'node:fs';
import type { Plugin } from 'vite';

interface Words {
  readonly file: string;
  readonly lang: string;
  readonly dir: 'rtl' | 'ltr';
  readonly name: string;
  readonly description: string;
  readonly shared: string;
  readonly my: string;
  readonly upload: string;
  readonly search: string;
  readonly wide: string;
  readonly narrow: string;
}

const languages: readonly Words[] = [
  {
    file: 'manifest.webmanifest',
    lang: 'fa',
    dir: 'rtl',
    name: 'انبار',
    description: 'فضای ابری برای فایل‌های شما و همکارانتان',
    shared: 'فایل‌های مشترک',
    my: 'درایو من',
    upload: 'آپلود فایل',
    search: 'جست‌وجو',
    wide: 'فایل‌های یک فضای کاری',
    narrow: 'فایل‌ها روی گوشی',
  },
  {
    file: 'manifest.en.webmanifest',
    lang: 'en',
    dir: 'ltr',
    name: 'Anbar',
    description: 'A cloud drive for your files and those of your team',
    shared: 'Shared files',
    my: 'My Drive',
    upload: 'Upload files',
    search: 'Search',
    wide: 'The files of a workspace',
    narrow: 'Files on a phone',
  },
];

/** Files that the system offers to open with the installed app: only what it uploads, so any common type. */
const opened = {
  'image/*': ['.jpg', '.jpeg', '.png', '.gif', '.webp', '.heic', '.svg'],
  'video/*': ['.mp4', '.mov', '.webm', '.mkv'],
  'audio/*': ['.mp3', '.m4a', '.ogg', '.wav'],
  'text/*': ['.txt', '.md', '.csv'],
  'application/pdf': ['.pdf'],
  'application/zip': ['.zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx'],
};

const icons = [
  { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const manifestOf = ({ lang, dir, name, description, shared, my, upload, search, wide, narrow }: Words) => ({
  // The same app in every language: a change of the language renames it.
  id: '/',
  name,
  short_name: name,
  description,
  lang,
  dir,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#0b6b66',
  background_color: '#f3f6f6',
  icons,
  screenshots: [
    { src: `/screen-wide-${lang}.png`, sizes: '1280x800', type: 'image/png', form_factor: 'wide', label: wide },
    { src: `/screen-narrow-${lang}.png`, sizes: '390x844', type: 'image/png', form_factor: 'narrow', label: narrow },
  ],
  shortcuts: [
    { name: shared, url: '/open/shared', icons: icons.slice(1, 2) },
    { name: my, url: '/open/my', icons: icons.slice(1, 2) },
    { name: upload, url: '/share-target', icons: icons.slice(1, 2) },
    { name: search, url: '/open/search', icons: icons.slice(1, 2) },
  ],
  share_target: {
    action: '/share-target',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
  },
  file_handlers: [{ action: '/share-target', accept: opened, launch_type: 'single-client' }],
});

/** Writes the web app manifest of each language. */
export function writeManifests(): Plugin {
  return {
    name: 'write-manifests',
    apply: 'build',
    generateBundle() {
      for (const words of languages) {
        const manifest = manifestOf(words);
        const missing = [...manifest.icons, ...manifest.screenshots].find(
          ({ src }) => !fs.existsSync(new URL(`./public${src}`, import.meta.url)),
        );
        if (missing) this.error(`${words.file} names ${missing.src}, which is not in public`);
        this.emitFile({ type: 'asset', fileName: words.file, source: JSON.stringify(manifest) });
      }
    },
  };
}
