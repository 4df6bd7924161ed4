import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '~/i18n/en';
import { fa } from '~/i18n/fa';
import { circlesIn, type Graph } from './circles';

const src = path.resolve(import.meta.dirname, '..');

/** The floors of the house: a folder imports from its own floor and from those that are named. */
const floors: Record<string, string[]> = {
  kit: [],
  i18n: [],
  api: ['i18n', 'kit'],
  // Scripts that run in frames without an origin, and what they and the app tell each other.
  isolated: ['kit'],
  // The shared parts of pages: their layout, their states while loading and after an error, names of people and roles,
  // fields for days, and for codes by mail, by message or from an app.
  page: ['api', 'i18n', 'kit'],
  features: ['page', 'api', 'i18n', 'isolated', 'kit'],
  // Sidebar and top bar, around the pages of a workspace.
  frame: ['features', 'page', 'api', 'i18n', 'kit'],
};

/** The other features that a feature imports. */
const mayAlsoSee: Record<string, string[]> = {
  access: ['members'],
  accounts: ['apitokens', 'audit', 'devices', 'passkeys', 'providers', 'twofactor'],
  activity: [],
  apitokens: [],
  audit: [],
  // Plans, orders and payments.
  billing: [],
  boxes: ['gate', 'uploads'],
  // Work for a browser, that a robot would not want to do.
  captcha: [],
  // For staff: people, workspaces, payments, plans, discount codes, tickets, messages, jobs, settings.
  console: ['audit', 'tickets'],
  // Sync apps and mounted drives, and how they are connected.
  devices: [],
  // Documents that are edited in the browser.
  editors: ['live', 'viewers'],
  favorites: ['files'],
  fields: [],
  // Tabs of the details and actions that other features bring.
  files: ['access', 'activity', 'boxes', 'fields', 'links', 'offline', 'rewind', 'summaries', 'uploads'],
  // The common parts of download links and upload boxes.
  gate: [],
  help: ['viewers'],
  // The first page of a workspace.
  home: ['activity', 'favorites', 'files', 'recents', 'uploads'],
  // Files that come from other places: their sources, how far they are, the proof that all are here.
  imports: ['files', 'uploads'],
  // Files that other apps share with this one.
  incoming: ['files', 'uploads'],
  links: ['gate', 'viewers'],
  live: ['files'],
  members: [],
  // Keeps the viewer of a file beside its bytes.
  offline: ['viewers'],
  onboarding: [],
  passkeys: [],
  preview: ['files', 'live', 'uploads', 'viewers'],
  providers: [],
  pwa: ['offline'],
  reauthenticate: [],
  recents: ['files'],
  rewind: [],
  roles: [],
  search: ['fields', 'files'],
  setup: ['accounts', 'signin'],
  // The pages of signing in use everything that proves an identity.
  signin: ['accounts', 'captcha', 'passkeys', 'providers'],
  // What a server that takes no changes says of itself.
  standby: [],
  // The text of documents.
  summaries: [],
  // Support: questions of users, and what staff answer.
  tickets: [],
  trash: ['files'],
  twofactor: [],
  uploads: [],
  // Shows the content of files.
  viewers: [],
  workspaces: ['billing', 'files', 'members', 'summaries'],
};

const sources = fs
  .readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && !entry.name.includes('.gen.'))
  .map((entry) => path.relative(src, path.join(entry.parentPath, entry.name)));

const known = new Set(sources);

const read = (file: string) => fs.readFileSync(path.join(src, file), 'utf8');

/** The files of the front end that a file imports, as paths below src; at once, later or for a type. */
function importsOf(file: string): string[] {
  const specifiers = [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  return specifiers
    .filter((specifier) => /^[.~]/.test(specifier))
    .map((specifier) => (specifier.startsWith('~/') ? specifier.slice(2) : path.join(path.dirname(file), specifier)))
    .map(
      (target) => ['', '.ts', '.tsx', '/index.ts'].map((end) => target + end).find((name) => known.has(name)) ?? target,
    )
    .filter((target) => target !== file);
}

const floorOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : 'app');
const featureOf = (file: string) => /^features\/([^/]+)/.exec(file)?.[1];
/** A floor, a feature, or a part of a feature. */
const roomOf = (file: string) => (featureOf(file) ? path.dirname(file) : floorOf(file));
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const texts = (words: string | { one: string; other: string }) =>
  typeof words === 'string' ? [words] : [words.one, words.other];
const params = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);

/** The imports of some files, told by the names that `nameOf` gives them. */
function graphOf(files: readonly string[], nameOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const targets = graph.get(nameOf(file)) ?? new Set();
    graph.set(nameOf(file), targets);
    for (const target of importsOf(file)) if (nameOf(target) !== nameOf(file)) targets.add(nameOf(target));
  }
  return graph;
}

const code = sources.filter((file) => !isTest(file));

/** Which feature imports which other one. */
const seen = sources.flatMap((file) => {
  const own = featureOf(file);
  if (!own) return [];
  return importsOf(file).flatMap((target) => {
    const other = featureOf(target);
    return other && other !== own ? [{ own, other, file, target }] : [];
  });
});

describe('the plan of the house', () => {
  it('lets a floor see only those below it', () => {
    const wrong = code.flatMap((file) => {
      const own = floorOf(file);
      const below = floors[own];
      if (!below) return [];
      return importsOf(file)
        .filter((target) => floorOf(target) !== own && !below.includes(floorOf(target)))
        .map((target) => `${file} → ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('lets only the app see the frame', () => {
    const wrong = code.filter((file) => importsOf(file).some((target) => floorOf(target) === 'frame'));
    expect(wrong.filter((file) => file !== 'app.tsx' && floorOf(file) !== 'frame')).toEqual([]);
  });

  it('lets a feature see only itself and what the list names', () => {
    const wrong = seen.filter(({ own, other }) => !mayAlsoSee[own]?.includes(other));
    expect(wrong).toEqual([]);
  });

  it('permits nothing that nobody uses', () => {
    const unused = Object.entries(mayAlsoSee).flatMap(([own, others]) =>
      others
        .filter((other) => !seen.some((one) => !isTest(one.file) && one.own === own && one.other === other))
        .map((other) => `${own} → ${other}`),
    );
    expect(unused).toEqual([]);
  });

  it('has no circle of files', () => {
    expect(circlesIn(graphOf(sources, (file) => file))).toEqual([]);
  });

  it('has no circle of folders', () => {
    expect(circlesIn(graphOf(code, roomOf))).toEqual([]);
    expect(circlesIn(graphOf(code, (file) => featureOf(file) ?? floorOf(file)))).toEqual([]);
  });

  it('names every feature in the list', () => {
    const features = fs.readdirSync(path.join(src, 'features'));
    expect(features.filter((feature) => !(feature in mayAlsoSee))).toEqual([]);
  });

  it('names queries in one file, and has them read again by one', () => {
    const literal = /queryKey:\s*\[|Quer(?:y|ies)(?:Data|State)(?:<[^(]*>)?\(\s*(?:\[|\{\s*queryKey:\s*\[)/;
    const invalidates = /\.(?:invalidate|refetch|reset)Queries\(/;
    expect(code.filter((file) => file !== 'api/keys.ts' && literal.test(read(file)))).toEqual([]);
    expect(code.filter((file) => file !== 'api/changed.ts' && invalidates.test(read(file)))).toEqual([]);
  });

  it('asks for nothing over plain HTTP that browsers have over HTTPS alone', () => {
    // Each with the files that look whether it is there, or run only where it is.
    const secure: [RegExp, string[]][] = [
      [/\brandomUUID\b/, ['kit/new-id.ts']],
      [/\bnavigator\.clipboard\b/, ['features/editors/sheet/menus.tsx', 'kit/copy-text.ts']],
      [/\bcrypto\.subtle\b/, ['api/drafts.ts', 'features/captcha/search.ts']],
      [/\bnavigator\.(?:serviceWorker|storage)\b(?!\?)/, ['features/offline/code.ts']],
      [/\bnavigator\.locks\b/, ['api/refresh.ts', 'features/live/tabs.ts']],
      [/\bcaches\.(?!has)/, ['features/offline/code.ts', 'sw.ts']],
      [/\bnavigator\.share\b/, ['features/gate/address-card.tsx']],
      [/\bnavigator\.credentials\b/, ['api/webauthn.ts']],
    ];
    for (const [api, files] of secure) {
      expect(code.filter((file) => api.test(read(file))).toSorted(), api.source).toEqual(files);
    }
  });

  it('writes the addresses of calls in one file', () => {
    const made = sources.filter((file) => !isTest(file) && /[`'"]\/api\//.test(read(file)));
    expect(made).toEqual(['api/calls.ts', 'features/uploads/fake-server.ts']);
  });

  it('lets only the kit import Base UI', () => {
    expect(
      sources.filter((file) => !file.startsWith('kit/') && /^import .* from '@base-ui\//m.test(read(file))),
    ).toEqual([]);
  });

  it('keeps nothing in a database that no sign-out empties', () => {
    const opens = sources.filter((file) => !isTest(file) && read(file).includes('indexedDB.open('));
    expect(opens.length).toBeGreaterThan(4);
    const wrong = opens.filter((file) => file !== 'api/personal.ts' && !read(file).includes('= databases.'));
    expect(wrong).toEqual([]);
  });

  it('writes no left and no right', () => {
    const physical =
      /(?<![\w-])-?(?:left|right|ml|mr|pl|pr|border-l|border-r|rounded-l|rounded-r|rounded-tl|rounded-tr|rounded-bl|rounded-br|scroll-ml|scroll-mr)-(?:\d|\[|\(|px|auto|full)|(?<![\w-])text-(?:left|right)(?![\w-])/;
    const wrong = sources.filter((file) => file.endsWith('.tsx') && physical.test(read(file)));
    expect(wrong).toEqual([]);
  });

  it('keeps files short', () => {
    expect(sources.filter((file) => read(file).split('\n').length > 401)).toEqual([]);
  });

  it('has only named exports and no barrels', () => {
    const wrong = sources.filter(
      (file) => /^export default/m.test(read(file)) || (/^export \* from/m.test(read(file)) && !isTest(file)),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the tests in browsers', () => {
  const e2e = path.resolve(src, '../e2e');
  // Pictures of pages at rest are no tests.
  const files = fs
    .readdirSync(e2e, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('shots/'));
  const filesWith = (words: RegExp) =>
    files.filter((file) => words.test(fs.readFileSync(path.join(e2e, file), 'utf8'))).toSorted();

  it('wait for what they need and not for a while', () => {
    // Two servers and a line that are slow on purpose, the limit of a start, what a screen reader hears until nothing more
    // comes, a film that takes its time, and the helpers.
    const slow = ['fake-onlyoffice.ts', 'fake-s3.ts', 'server.ts', 'silent-line.ts'];
    const may = [...slow, 'spoken.ts', 'videos.spec.ts', 'waits.ts'];
    expect(filesWith(/waitForTimeout|(?<!test\.)\bsetTimeout\(|timers\/promises/)).toEqual(may);
  });

  it('let time pass only where time is the subject', () => {
    const may = [
      'editors-comments',
      'editors-offline',
      'editors-typing',
      'gone',
      'live',
      'offline',
      'small-things',
      'tour',
    ];
    expect(filesWith(/\bletTimePass\(/)).toEqual(
      [...may.map((name) => `${name}.spec.ts`), 'spoken.ts', 'waits.ts'].toSorted(),
    );
  });
});

describe('the words', () => {
  const entries = Object.entries(fa).flatMap(([feature, dict]) =>
    Object.entries(dict as Record<string, string>).map(([key, words]) => ({
      key: `${feature}.${key}`,
      persian: texts(words),
      english: texts((en as unknown as Record<string, Record<string, string>>)[feature]?.[key] ?? ''),
    })),
  );

  it('are never empty', () => {
    const empty = entries.filter(({ persian, english }) => [...persian, ...english].some((text) => !text.trim()));
    expect(empty.map(({ key }) => key)).toEqual([]);
  });

  it('are translated', () => {
    // The name of a language is written in that language.
    const names = new Set(['frame.persian', 'frame.english']);
    const same = entries.filter(
      ({ key, persian, english }) =>
        !names.has(key) && english.some((text) => persian.includes(text) || /[؀-ۿ]/.test(text)),
    );
    expect(same.map(({ key }) => key)).toEqual([]);
  });

  it('name the same parameters', () => {
    const wrong = entries.filter(({ persian, english }) => {
      const source = params(persian.at(-1) ?? '');
      return english.some((text) => params(text).some((name) => !source.includes(name)));
    });
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });

  it('use Persian letters, not Arabic ones', () => {
    expect(entries.filter(({ persian }) => /[يك]/.test(persian.join(''))).map(({ key }) => key)).toEqual([]);
  });
});
