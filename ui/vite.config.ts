import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { aliases } from './vite.aliases.ts';
import { writeManifests } from './vite.manifest.ts';
import { codeChunk, isViewer } from './vite.chunks.ts';
import { isolatedFrames } from './vite.isolated.ts';
import { dropFacades, listViewers, precompress, preloadPages, refuseReact } from './vite.plugins.ts';

const dist = fileURLToPath(new URL('./dist', import.meta.url));

export default defineConfig(({ command }) => ({
  resolve: { alias: aliases, dedupe: ['preact'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  plugins: [
    command === 'serve' && preact({ reactAliasesEnabled: false }),
    tailwindcss(),
    refuseReact(),
    writeManifests(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        globPatterns: [
          'index.html',
          'boot.js',
          'viewers.json',
          'icon*.{svg,png}',
          '*.webmanifest',
          'assets/*.{js,css,woff2}',
        ],
        maximumFileSizeToCacheInBytes: 3_000_000,
      },
      // One for each language, linked by boot.js.
      manifest: false,
    }),
    isolatedFrames(),
    dropFacades(),
    preloadPages(),
    listViewers(),
    precompress(dist),
  ],
  server: {
    proxy: { '/api': { target: process.env.ANBAR_DEV_API ?? 'http://127.0.0.1:8080', changeOrigin: false } },
  },
  build: {
    target: ['chrome111', 'firefox128', 'safari16.4'],
    // Only Safari 16 lacks it, and fetches a little later instead.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The code of the first screen is one file: it compresses better, and takes a single request.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 1 },
            { name: codeChunk, includeDependenciesRecursively: false },
          ],
        },
        chunkFileNames: (chunk) =>
          isViewer(chunk.name, chunk.moduleIds) ? 'assets/later/[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
      onLog(level, log, handler) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handler(level, log);
      },
    },
  },
}));
