import { useSyncExternalStore } from 'react';
import { first } from './fa/first';
import type { Args, Dict, Key, Lang, Words } from './types';

export type { Dict, Key, Lang, PlainKey } from './types';

/** Persian words that only some screens need; the others come with the first one. */
const parts = {
  accounts: async () => (await import('./fa/accounts')).accounts,
  workspaces: async () => (await import('./fa/workspaces')).workspaces,
  files: async () => (await import('./fa/files')).files,
  uploads: async () => (await import('./fa/uploads')).uploads,
  preview: async () => (await import('./fa/preview')).preview,
  search: async () => (await import('./fa/search')).search,
  activity: async () => (await import('./fa/activity')).activity,
  dates: async () => (await import('./fa/dates')).dates,
  live: async () => (await import('./fa/live')).live,
  offline: async () => (await import('./fa/offline')).offline,
  trash: async () => (await import('./fa/trash')).trash,
  errors: async () => (await import('./fa/errors')).errors,
  people: async () => (await import('./fa/people')).people,
  members: async () => (await import('./fa/members')).members,
  access: async () => (await import('./fa/access')).access,
  signin: async () => (await import('./fa/signin')).signin,
  recents: async () => (await import('./fa/recents')).recents,
  favorites: async () => (await import('./fa/favorites')).favorites,
  gate: async () => (await import('./fa/gate')).gate,
  links: async () => (await import('./fa/links')).links,
  publiclink: async () => (await import('./fa/publiclink')).publiclink,
  boxes: async () => (await import('./fa/boxes')).boxes,
  publicbox: async () => (await import('./fa/publicbox')).publicbox,
};
type Later = typeof import('./later').later;
export type Part = keyof typeof parts | keyof Later;

const isNear = (part: Part): part is keyof typeof parts => part in parts;

const wordsOf = async (part: Part) => (isNear(part) ? parts[part]() : (await import('./later')).later[part]());

const needed = new Set<Part>();
const fa: Partial<Dict> = { ...first };

async function loadParts(): Promise<Dict> {
  const wanted = [...needed].filter((part) => !fa[part]);
  const words = await Promise.all(wanted.map(async (part) => [part, await wordsOf(part)] as const));
  return Object.assign(fa, Object.fromEntries(words)) as Dict;
}

/** Words that no screen asks for, and any may need. */
export const loadErrors = () => withWords(Promise.resolve(), 'errors');

const loaders: Record<Lang, () => Promise<Dict>> = {
  'fa-ir': loadParts,
  'en-us': async () => (await import('./en')).en,
};

let lang: Lang = 'fa-ir';
let dict = fa as Dict;
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
  dict = await loaders[next]();
  lang = next;
  localStorage.setItem('lang', next);
  document.documentElement.lang = next.slice(0, 2);
  document.documentElement.dir = isRtl() ? 'rtl' : 'ltr';
  listeners.forEach((listener) => listener());
}

/** Loads the words of a screen along with its code: call it before the screen is drawn. */
export async function withWords<T>(code: Promise<T>, ...names: Part[]): Promise<T> {
  for (const name of names) needed.add(name);
  const [loaded] = await Promise.all([code, lang === 'fa-ir' ? loadParts() : undefined]);
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
