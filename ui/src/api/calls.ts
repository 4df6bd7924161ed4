import type { Calls } from './types.gen';

/** Where the server explains all its calls: for people, and for programs. */
export const callsPage = '/api/docs';
export const callsDocument = '/api/openapi.json';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call as the server's document names it: "GET storage/workspaces". */
export type CallName = keyof Calls;

/** The paths that have a call of a method. */
export type PathOf<M extends Method> = { [K in CallName]: K extends `${M} ${infer P}` ? P : never }[CallName];

export type CallOf<M extends Method, P extends string> = Calls[`${M} ${P}` & CallName];

/** A request body may be read-only here. */
type Sent<T> = T extends Blob
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Sent<T[K]> }
      : T;

type Part<Name extends string, T> = [T] extends [never]
  ? { readonly [K in Name]?: undefined }
  : object extends T
    ? { readonly [K in Name]?: Sent<T> }
    : { readonly [K in Name]: Sent<T> };

type Call = Calls[CallName];

/** The path and query parameters of a call. */
export type Address<C extends Call> = Part<'path', C['path']> & Part<'query', C['query']>;

/** All that a call takes. */
export type Request<C extends Call> = Address<C> & Part<'body', C['body']>;

export type Answer<N extends CallName> = Calls[N]['answer'];

/** The request body of a call. */
export type Body<N extends CallName> = Sent<Calls[N]['body']>;

interface Parts {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
}

/** The address of a call. Path and query parameters are encoded here, and nowhere else. */
export function addressOf(template: string, { path = {}, query = {} }: Parts): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  const search = params.toString();
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  return `/api/${filled}${search && `?${search}`}`;
}

/** The address of a call, for code that does not use fetch. */
export const urlOf = <N extends CallName>(call: N, parts: Address<Calls[N]>): string =>
  addressOf(call.slice(call.indexOf(' ') + 1), parts);
