import type { fa } from './fa';

/** A text, or its forms by count: the Persian source may have one where English needs two. */
type Plural = { readonly one: string; readonly other: string };
export type Words = string | Plural;

type Source = typeof fa;

/** Every language holds the keys of the Persian source: a missing or an extra one does not compile. */
export type Dict = { readonly [F in keyof Source]: { readonly [K in keyof Source[F]]: Words } };

/** The words that the first screen brings. */
export type First = Pick<Dict, 'common' | 'frame' | 'problems'>;

export type Key = { [F in keyof Source & string]: `${F}.${keyof Source[F] & string}` }[keyof Source & string];

type Text<W> = W extends { other: infer O } ? O : W;
type TextOf<K extends Key> = K extends `${infer F}.${infer N}`
  ? F extends keyof Source
    ? N extends keyof Source[F]
      ? Text<Source[F][N]>
      : never
    : never
  : never;
type Names<S> = S extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;

/** The parameters that the Persian words of a key name. */
export type Args<K extends Key> = [Names<TextOf<K>>] extends [never]
  ? []
  : [values: { [N in Names<TextOf<K>>]: string | number }];

/** Keys whose words take no values. */
export type PlainKey = { [K in Key]: Args<K> extends [] ? K : never }[Key];

export type Lang = 'fa-ir' | 'en-us';
