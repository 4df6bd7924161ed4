import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { BOOT } from './src/isolated/boot.ts';
import { aliases } from './vite.aliases.ts';
import { mendedEditor } from './vite.editor.ts';
import { mendedSlides } from './vite.slides.ts';

const PREFIX = 'virtual:isolated/';

/** The scripts that run in isolated frames, by the names of their modules below src/isolated. */
export const isolatedScripts = ['docx', 'pptx', 'heic', 'docx-edit'] as const;

type Name = (typeof isolatedScripts)[number];

/** How the libraries of a script are mended. */
const mends: Record<Name, () => Plugin[]> = {
  docx: () => [],
  pptx: () => [mendedSlides()],
  heic: () => [],
  'docx-edit': () => [mendedEditor()],
};

interface Script {
  readonly code: string;
  /** As a content security policy names it. */
  readonly hash: string;
}

const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;

const entryOf = (name: Name) =>
  fileURLToPath(new URL(`./src/isolated/${name}.${name === 'docx-edit' ? 'tsx' : 'ts'}`, import.meta.url));

async function bundle(name: Name): Promise<Script> {
  const results = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: mends[name](),
    resolve: { alias: aliases, dedupe: ['preact'] },
    oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: ['chrome111', 'firefox128', 'safari16.4'],
      lib: {
        entry: entryOf(name),
        formats: ['iife'],
        name: 'isolated',
      },
      rolldownOptions: {
        output: { codeSplitting: false },
        // An optional renderer of pictures in old formats; the script has to stay one file.
        external: ['pdfjs-dist', 'node:fs', 'path', 'fs'],
        onLog: (level, log, handler) => log.code !== 'MISSING_GLOBAL_NAME' && handler(level, log),
      },
    },
  });
  const { output } = (Array.isArray(results) ? results[0] : results) as Rolldown.RolldownOutput;
  const { code } = output[0];
  return { code, hash: hashOf(code) };
}

const nameOf = (id: string) => isolatedScripts.find((name) => id === `\0${PREFIX}${name}`);
const addressOf = (name: Name, { hash }: Script) =>
  `assets/later/isolated-${name}-${hash.slice(7).replaceAll(/[+/=]/g, '').slice(0, 8)}.js`;

/**
 * Builds the scripts of isolated frames, each as one file. `virtual:isolated/<name>` tells the address and the hash of
 * one. scripts.txt lists the hashes, which the server puts into the policy of the page: no other script can run in it
 * without an address.
 */
export function isolatedFrames(): Plugin {
  const scripts = new Map<Name, Promise<Script>>();
  const script = (name: Name) => {
    const known = scripts.get(name) ?? bundle(name);
    scripts.set(name, known);
    return known;
  };
  let serving = false;
  return {
    name: 'isolated-frames',
    configResolved({ command }) {
      serving = command === 'serve';
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      const name = nameOf(id);
      if (!name) return null;
      const made = await script(name);
      const url = `/${serving ? `@isolated/${name}.js` : addressOf(name, made)}`;
      return `export const script = ${JSON.stringify({ url, hashes: [hashOf(BOOT), made.hash] })};`;
    },
    async generateBundle() {
      for (const name of isolatedScripts) {
        const made = await script(name);
        this.emitFile({ type: 'asset', fileName: addressOf(name, made), source: made.code });
      }
      const hashes = [hashOf(BOOT), ...(await Promise.all(isolatedScripts.map(script))).map(({ hash }) => hash)];
      this.emitFile({ type: 'asset', fileName: 'scripts.txt', source: hashes.join('\n') });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = isolatedScripts.find((one) => request.url?.startsWith(`/@isolated/${one}.js`));
        if (!name) return next();
        scripts.delete(name);
        void script(name).then(({ code }) => response.setHeader('Content-Type', 'text/javascript').end(code), next);
      });
    },
  };
}
