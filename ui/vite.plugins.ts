import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Plugin } from 'vite';

/** Fails the build when a module of real React slips into a chunk. */
export function refuseReact(): Plugin {
  return {
    name: 'refuse-react',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const culprit = chunk.moduleIds.find((id) => /node_modules\/(react|react-dom|scheduler)\//.test(id));
        if (culprit) this.error(`real React in the bundle: ${culprit}`);
      }
    },
  };
}

const facade = /^(?:import["'`][^"'`]+["'`];)*export\{([^}]+)\}from["'`]\.\/([\w.-]+\.js)["'`];?\s*$/;

/** The object that a dynamic import of the facade answers, from the module `m` that it stands for. */
const handedOn = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim().split(' as '))
    .map(([inner = '', outer = inner]) => `${outer}:m.${inner}`)
    .join(',');

/**
 * A module that shares its chunk with others gets a file of its own for its dynamic import, which only hands on some
 * names of the chunk. Those files go, and the imports name the chunk: a request less each.
 */
export function dropFacades(): Plugin {
  return {
    name: 'drop-facades',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const targets = new Map<string, { file: string; names: string }>();
      const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk');
      for (const chunk of chunks) {
        const [, names, file] = facade.exec(chunk.code) ?? [];
        if (names && file) targets.set(path.basename(chunk.fileName), { file, names: handedOn(names) });
      }
      for (const chunk of chunks) {
        chunk.code = chunk.code
          .replace(/import\([`"']\.\/([\w.-]+\.js)[`"']\)/g, (whole, file: string) => {
            const target = targets.get(file);
            return target ? `import("./${target.file}").then(m=>({${target.names}}))` : whole;
          })
          .replace(/"assets\/([\w.-]+\.js)"/g, (_, file: string) => `"assets/${targets.get(file)?.file ?? file}"`);
      }
      for (const [key, chunk] of Object.entries(bundle)) {
        if (targets.has(path.basename(chunk.fileName))) delete bundle[key];
      }
    },
  };
}

/** The families whose pages stand in the frame. */
const framed = new Set(['files', 'manage', 'imports']);

/** A page, the family of its code (vite.chunks.ts) and the groups of its words (src/i18n/index.ts). */
const pages: [page: RegExp, family: string, ...words: string[]][] = [
  [/^\/(login|signup|invitation|forgot|reset|welcome|auth|callback|setup|trust)/, 'signin', 'signin'],
  [/^\/u\/?$/, 'signin', 'outside'],
  [/^\/(u|download)\//, 'visit', 'outside'],
  [/^\/admin/, 'console', 'console'],
  [/^\/account/, 'account', 'signin', 'account'],
  [
    /^\/workspace\/[^/]+(\/(my|directory\/[^/]+(\/(my|trash))?|trash.*|favorite|recent-used-file|home))?\/?$/,
    'files',
    'files',
  ],
  [/^\/$/, 'files', 'files'],
  [/^\/(plans|payment\/|workspace\/(create-auto|create\/order|[^/]+\/(upgrade|renew|status)))/, 'billing', 'billing'],
  [/^\/ticket(\/|$)/, 'tickets', 'tickets'],
  [/^\/share-target/, 'manage', 'manage', 'files'],
  [/^\/(workspace(\/(create|find))?|Access\/Workspaces)\/?$/, 'spaces', 'manage'],
  [/^\/workspace\/[^/]+\/directory\/[^/]+\/file\/[^/]+\/preview/, 'preview', 'files', 'outside'],
  [/^\/workspace\/[^/]+\/directory\/[^/]+\/file\/[^/]+\/versions/, 'editor', 'files', 'outside'],
  [/^\/editor\//, 'editor', 'editors', 'outside'],
  [/^\/workspace\/[^/]+\/imports/, 'imports', 'imports', 'manage', 'files'],
  [/^\/workspace/, 'manage', 'manage'],
];

/**
 * Adds to boot.js, which runs before anything else, which files the page that was asked for will need: they travel at
 * the same time as the first file, instead of after it.
 */
export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk');
      const find = (name: string) => chunks.find((chunk) => chunk.name === name)?.fileName;
      const initial = new Set(
        chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => [chunk.fileName, ...chunk.imports]),
      );
      const code = (family: string) => {
        const files = (framed.has(family) ? [family, 'frame'] : [family]).flatMap((one) => {
          const chunk = chunks.find(({ name }) => name === one);
          return chunk ? [chunk.fileName, ...chunk.imports] : this.error(`no chunk ${one}`);
        });
        return [...new Set(files)].filter((file) => !initial.has(file));
      };
      const words = (lang: string, groups: string[]) =>
        [...groups.map((group) => `${lang}-${group}`), ...(lang === 'en' ? ['first'] : [])].map(
          (name) => find(name) ?? this.error(`no words ${name}`),
        );
      const table = pages
        .map(([page, family, ...groups]) => {
          const files = [code(family), words('fa', groups), words('en', groups)].map((list) => JSON.stringify(list));
          return `[${page.toString()},${files.join(',')}]`;
        })
        .join(',');
      const boot = fs.readFileSync(new URL('./public/boot.js', import.meta.url), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'boot.js', source: boot.replace('[/* pages */]', `[${table}]`) });
    },
  };
}

/** The viewers by the name of their module, in their folder below features/viewers. */
const viewers: Record<string, string> = {
  image: 'image',
  media: 'media',
  pdf: 'pdf',
  text: 'text',
  prose: 'text',
  table: 'sheet',
  markdown: 'text',
  blocks: 'document',
  sheet: 'sheet',
  archive: 'archive',
  docx: 'document',
  pptx: 'document',
  font: 'font',
  heic: 'image',
  tiff: 'image',
};

/** Whether the service worker fetches the file only when it is asked for. */
const notAhead = (file: string) => !/^assets\/[\w.-]+\.(js|css|woff2)$/.test(file);

/**
 * Writes viewers.json: the files of each viewer that the service worker does not fetch ahead, and under `all` those of
 * every viewer. A file that the user keeps on the device needs them there, too.
 */
export function listViewers(): Plugin {
  return {
    name: 'list-viewers',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const filesOf = (file: string, seen: Set<string>): Set<string> => {
        const chunk = bundle[file];
        // A chunk that is fetched ahead imports no other kind.
        if (seen.has(file) || chunk?.type !== 'chunk' || !notAhead(file)) return seen;
        seen.add(file);
        for (const asset of chunk.viteMetadata?.importedAssets ?? []) if (notAhead(asset)) seen.add(asset);
        // The script of an isolated frame is fetched as text.
        for (const [, script] of chunk.code.matchAll(/\/(assets\/later\/isolated-[\w-]+\.js)/g))
          if (script) seen.add(script);
        for (const next of chunk.imports) filesOf(next, seen);
        return seen;
      };
      const table: Record<string, string[]> = {};
      for (const [name, folder] of Object.entries(viewers)) {
        const home = Object.values(bundle).find(
          (chunk) =>
            chunk.type === 'chunk' &&
            chunk.moduleIds.some((id) => id.endsWith(`features/viewers/${folder}/${name}.tsx`)),
        );
        if (!home) this.error(`no viewer ${name}`);
        table[name] = [...filesOf(home.fileName, new Set())].map((file) => `/${file}`);
      }
      table.all = Object.keys(bundle)
        .filter((file) => file.startsWith('assets/') && notAhead(file) && !file.endsWith('.md'))
        .map((file) => `/${file}`);
      this.emitFile({ type: 'asset', fileName: 'viewers.json', source: JSON.stringify(table) });
    },
  };
}

const compressible = /\.(js|mjs|css|html|svg|json|webmanifest|wasm|txt|ttf|md)$/;

function compress(file: string, keepPlain: boolean) {
  const bytes = fs.readFileSync(file);
  if (bytes.length < 1024) return;
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
    [zlib.constants.BROTLI_PARAM_LGWIN]: 24,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params }));
  if (!keepPlain) fs.rmSync(file);
}

/**
 * Writes a .br of every text file, so that the server never compresses over HTTPS. Of assets the plain form goes, and the
 * program is smaller by it: the server unpacks it for the few clients that take no other, and makes gzip of it for
 * browsers over plain HTTP.
 */
export function precompress(dir: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const entry of fs.readdirSync(dir, { withFileTypes: true, recursive: true })) {
          if (!entry.isFile() || !compressible.test(entry.name)) continue;
          const file = path.join(entry.parentPath, entry.name);
          const asset = path.relative(dir, file);
          compress(file, !asset.startsWith('assets'));
        }
      },
    },
  };
}
