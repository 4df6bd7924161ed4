import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '~/i18n/en';
import { fa } from '~/i18n/fa';

const src = path.resolve(import.meta.dirname, '..');

/** Which other features a feature may see. What is not here is none of its business. */
const mayAlsoSee: Record<string, string[]> = {
  accounts: [
    'setup',
    'people',
    'codes',
    'twofactor',
    'passkeys',
    'providers',
    'apitokens',
    'audit',
    'onboarding',
    'reauthenticate',
  ],
  activity: ['files', 'dates'],
  apitokens: ['people', 'codes', 'dates'],
  audit: ['dates'],
  // Work for a browser, that a robot would not want to do.
  captcha: [],
  // Six digits that came by mail, by message or from an app: asked for in many places.
  codes: [],
  fields: [],
  // The calendar of the language, for whoever asks for days.
  dates: [],
  // Pages of the details and actions that other features bring.
  files: ['uploads', 'preview', 'rewind', 'offline', 'activity', 'fields', 'people', 'access', 'links', 'boxes'],
  favorites: ['files'],
  // What download links and upload boxes have in common.
  gate: ['dates'],
  live: ['files'],
  members: ['people'],
  // It asks ahead what the preview will ask.
  offline: ['files', 'preview'],
  onboarding: [],
  passkeys: ['people', 'codes'],
  // Names of people and roles, and the field for their addresses: words that many pages share.
  people: [],
  preview: ['files', 'viewers'],
  providers: ['people'],
  pwa: ['offline'],
  reauthenticate: ['codes'],
  recents: ['files'],
  rewind: ['files', 'dates'],
  roles: ['people'],
  search: ['files', 'dates', 'fields'],
  setup: ['accounts', 'signin'],
  links: ['gate', 'viewers'],
  access: ['people', 'members'],
  // The ways in: it shows what proves who somebody is.
  signin: ['accounts', 'captcha', 'codes', 'passkeys', 'providers'],
  trash: ['files'],
  twofactor: ['people', 'codes'],
  boxes: ['gate', 'uploads'],
  uploads: [],
  // Shows what is in a file.
  viewers: [],
  workspaces: ['people', 'members'],
};

const foundations = ['kit', 'api', 'i18n', 'page'];
const allowedBelow: Record<string, string[]> = {
  kit: ['kit'],
  i18n: ['i18n'],
  api: ['api', 'i18n'],
  page: ['page', 'api', 'i18n', 'kit'],
};

const sources = fs
  .readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && !entry.name.includes('.gen.'))
  .map((entry) => path.relative(src, path.join(entry.parentPath, entry.name)));

const read = (file: string) => fs.readFileSync(path.join(src, file), 'utf8');

/** The rooms (kit, api, features/files …) that a file imports. */
function importsOf(file: string): string[] {
  const specifiers = [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  return specifiers
    .filter((specifier) => /^[.~]/.test(specifier))
    .map((specifier) => (specifier.startsWith('~/') ? specifier.slice(2) : path.join(path.dirname(file), specifier)));
}

const featureOf = (file: string) => /^features\/([^/]+)/.exec(file)?.[1];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const texts = (words: string | { one: string; other: string }) =>
  typeof words === 'string' ? [words] : [words.one, words.other];
const params = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);

describe('the plan of the house', () => {
  it('keeps foundations free of features', () => {
    const wrong = sources
      .filter((file) => !isTest(file) && foundations.includes(file.split('/')[0] ?? ''))
      .flatMap((file) => {
        const allowed = allowedBelow[file.split('/')[0] ?? ''] ?? [];
        return importsOf(file)
          .filter((target) => !allowed.includes(target.split('/')[0] ?? ''))
          .map((target) => `${file} → ${target}`);
      });
    expect(wrong).toEqual([]);
  });

  it('lets a feature see only itself and what the list names', () => {
    const wrong = sources.flatMap((file) => {
      const own = featureOf(file);
      if (!own) return [];
      return importsOf(file)
        .filter((target) => {
          const other = featureOf(target);
          if (other) return other !== own && !mayAlsoSee[own]?.includes(other);
          return ![...foundations, 'test'].includes(target.split('/')[0] ?? '');
        })
        .map((target) => `${file} → ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('names every feature in the list', () => {
    const features = fs.readdirSync(path.join(src, 'features'));
    expect(features.filter((feature) => !(feature in mayAlsoSee))).toEqual([]);
  });

  it('names queries in one file, and has them read again by one', () => {
    const literal = /queryKey:\s*\[|Quer(?:y|ies)(?:Data|State)(?:<[^(]*>)?\(\s*(?:\[|\{\s*queryKey:\s*\[)/;
    const invalidates = /\.(?:invalidate|refetch|reset)Queries\(/;
    const code = sources.filter((file) => !isTest(file));
    expect(code.filter((file) => file !== 'api/keys.ts' && literal.test(read(file)))).toEqual([]);
    expect(code.filter((file) => file !== 'api/changed.ts' && invalidates.test(read(file)))).toEqual([]);
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
