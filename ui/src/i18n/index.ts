import { useSyncExternalStore } from 'react';
import { first } from './fa/first';
import type { Args, Dict, First, Key, Lang, Words } from './types';

export type { Dict, Key, Lang, PlainKey } from './types';

/** The words of screens that are used together travel together; those of the first screen are there from the start. */
const groups = {
  signin: ['accounts', 'codes', 'setup', 'signin'],
  always: ['errors', 'offline', 'pwa'],
  files: ['dates', 'favorites', 'files', 'home', 'live', 'recents', 'search', 'templates', 'trash', 'uploads'],
  account: ['apitokens', 'audit', 'devices', 'onboarding', 'passkeys', 'profile', 'proof', 'providers', 'twofactor'],
  outside: ['boxes', 'gate', 'links', 'preview', 'publicbox', 'publiclink'],
  console: ['connections', 'console', 'consoleGrowth', 'consolePeople', 'consoleSystem', 'recoverySheet', 'tier'],
  firstSteps: ['firstSteps'],
  billing: ['billing'],
  tickets: ['tickets'],
  imports: ['imports'],
  marks: ['marks'],
  sheets: ['sheets'],
  editors: ['editors', 'google'],
  palette: ['palette'],
  help: ['help'],
  manage: [
    'access',
    'activity',
    'fields',
    'incoming',
    'members',
    'people',
    'rewind',
    'roles',
    'summaries',
    'workspaces',
  ],
} as const;
type Group = keyof typeof groups;
export type Part = (typeof groups)[Group][number];

type Loaders = { readonly [G in Group]: () => Promise<Pick<Dict, (typeof groups)[G][number]>> };
const loaders: { readonly [L in Lang]: Loaders & { readonly first: () => Promise<{ first: First }> } } = {
  'fa-ir': {
    first: async () => ({ first }),
    signin: () => import('./groups/fa-signin'),
    always: () => import('./groups/fa-always'),
    files: () => import('./groups/fa-files'),
    account: () => import('./groups/fa-account'),
    outside: () => import('./groups/fa-outside'),
    console: () => import('./groups/fa-console'),
    firstSteps: () => import('./groups/fa-first-steps'),
    billing: () => import('./groups/fa-billing'),
    tickets: () => import('./groups/fa-tickets'),
    imports: () => import('./groups/fa-imports'),
    marks: () => import('./groups/fa-marks'),
    sheets: () => import('./groups/fa-sheets'),
    editors: () => import('./groups/fa-editors'),
    palette: () => import('./groups/fa-palette'),
    help: () => import('./groups/fa-help'),
    manage: () => import('./groups/fa-manage'),
  },
  'en-us': {
    first: () => import('./en/first'),
    signin: () => import('./groups/en-signin'),
    always: () => import('./groups/en-always'),
    files: () => import('./groups/en-files'),
    account: () => import('./groups/en-account'),
    outside: () => import('./groups/en-outside'),
    console: () => import('./groups/en-console'),
    firstSteps: () => import('./groups/en-first-steps'),
    billing: () => import('./groups/en-billing'),
    tickets: () => import('./groups/en-tickets'),
    imports: () => import('./groups/en-imports'),
    marks: () => import('./groups/en-marks'),
    sheets: () => import('./groups/en-sheets'),
    editors: () => import('./groups/en-editors'),
    palette: () => import('./groups/en-palette'),
    help: () => import('./groups/en-help'),
    manage: () => import('./groups/en-manage'),
  },
};

const groupNames = Object.keys(groups) as Group[];
const groupOf = (part: Part) => groupNames.find((name) => (groups[name] as readonly Part[]).includes(part)) as Group;

const needed = new Set<Group>();
const dicts: Record<Lang, Partial<Dict>> = { 'fa-ir': { ...first }, 'en-us': {} };

/** The words of a language as far as screens have asked for them. */
async function loadWords(of: Lang): Promise<Dict> {
  const words = dicts[of];
  await Promise.all([
    words.common ? undefined : loaders[of].first().then((loaded) => Object.assign(words, loaded.first)),
    ...Array.from(needed)
      .filter((name) => !words[groups[name][0]])
      .map(async (name) => Object.assign(words, await loaders[of][name]())),
  ]);
  return words as Dict;
}

/** Words that no screen asks for, and any may need. */
export const loadErrors = () => withWords(Promise.resolve(), 'errors');

let lang: Lang = 'fa-ir';
let dict = dicts[lang] as Dict;
const listeners = new Set<() => void>();
const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<Lang, Intl.PluralRules>();

export const currentLang = () => lang;
export const locale = () => (lang === 'fa-ir' ? 'fa-IR' : 'en-US');
export const isRtl = () => lang === 'fa-ir';

/** A number in the digits of the current language: ۱٬۲۳۴ or 1,234. */
export function num(value: number, options?: Intl.NumberFormatOptions): string {
  const key = lang + (options ? JSON.stringify(options) : '');
  let format = numberFormats.get(key);
  if (!format) numberFormats.set(key, (format = new Intl.NumberFormat(locale(), options)));
  return format.format(value);
}

function pluralForm(count: number): 'one' | 'other' {
  let rules = pluralRules.get(lang);
  if (!rules) pluralRules.set(lang, (rules = new Intl.PluralRules(locale())));
  return rules.select(count) === 'one' ? 'one' : 'other';
}

const latin = /[A-Za-z\u00C0-\u024F]/;
const arabic = /[\u0590-\u08FF]/;

/** A name written in the other direction is isolated, so that it does not reorder the sentence around it. */
export function isolate(text: string): string {
  return (isRtl() ? latin : arabic).test(text) ? `\u2068${text}\u2069` : text;
}

/** Latin phrases, paths and commands inside a Persian sentence each keep their own order. */
export function isolateLatin(text: string): string {
  return isRtl() ? text.replace(/[/A-Za-z][\w /&→.-]*\w/g, '\u2066$&\u2069') : text;
}

function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? num(value) : isolate(value ?? '');
  });
}

/** The words of a key in the current language; `n` chooses the plural form. */
export function t<K extends Key>(key: K, ...[values]: Args<K>): string {
  const [feature, name] = key.split('.') as [keyof Dict, string];
  const words = (dict[feature] as Record<string, Words | undefined>)[name];
  if (words === undefined) throw new Error(`no words for ${key}`);
  const params = values as Record<string, string | number> | undefined;
  const text = typeof words === 'string' ? words : words[pluralForm(Number(params?.n))];
  return params ? fill(text, params) : text;
}

/** True when the dictionary has words for the error; they are loaded right after the first paint. */
export function isErrorKey(key: string): key is keyof Dict['errors'] & string {
  return dict.errors !== undefined && Object.hasOwn(dict.errors, key);
}

type AreaKey = Extract<keyof Dict['problems'], `${string}_${string}`>;

/** True when an area of the product has words of its own for a key of the catalogue. */
export function isProblemKey(key: string): key is AreaKey {
  return Object.hasOwn(first.problems, key);
}

/** Stored and shown at once, in every component that reads useLang(). */
export async function setLang(next: Lang): Promise<void> {
  dict = await loadWords(next);
  lang = next;
  localStorage.setItem('lang', next);
  document.documentElement.lang = next.slice(0, 2);
  document.documentElement.dir = isRtl() ? 'rtl' : 'ltr';
  document
    .querySelector('link[rel=manifest]')
    ?.setAttribute('href', isRtl() ? '/manifest.webmanifest' : '/manifest.en.webmanifest');
  listeners.forEach((listener) => listener());
}

/** Loads the words of a screen along with its code: call it before the screen is drawn. */
export async function withWords<T>(code: Promise<T>, ...names: Part[]): Promise<T> {
  for (const name of names) needed.add(groupOf(name));
  const [loaded] = await Promise.all([code, loadWords(lang)]);
  return loaded;
}

/** Loads the stored language before the first render. */
export async function initLang(): Promise<void> {
  if (localStorage.getItem('lang') === 'en-us') await setLang('en-us');
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Re-renders the component when the language changes. */
export const useLang = (): Lang => useSyncExternalStore(subscribe, currentLang);
