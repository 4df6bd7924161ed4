import { lazy, type ComponentType } from 'react';
import { withWords, type Part } from './i18n';

/** Fetches the code and the words of a page, then draws it. */
export function screen<Name extends string, Props extends object>(
  code: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  ...words: Part[]
) {
  const load = () => withWords(code(), ...words);
  return { load, page: lazy(async () => ({ default: (await load())[name] })) };
}
