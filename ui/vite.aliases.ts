import { fileURLToPath } from 'node:url';

const src = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** The sources are React; what runs is Preact. Shared by the build and by the tests. */
export const aliases = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom\/test-utils$/, replacement: 'preact/test-utils' },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
  // The CommonJS shim would require a second renderer.
  { find: /^use-sync-external-store\/shim(\/.*)?$/, replacement: src('kit/use-sync-external-store.ts') },
  // The server's own list: the strength of a password is told by the same words.
  {
    find: /^common-words\.txt/,
    replacement: fileURLToPath(new URL('../app/identity/password/common.txt', import.meta.url)),
  },
  { find: /^~\//, replacement: src('') },
];
