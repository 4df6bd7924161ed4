import { faultOf, unanswered } from './fault';
import { prove } from './proof';
import { renew } from './refresh';
import { tokens, userId } from './session';

type Query = Record<string, string | number | boolean | undefined>;

interface Options {
  query?: Query;
  signal?: AbortSignal;
  /** Sent without a token, and a 401 is an answer like any other. */
  public?: boolean;
  /** Sent with this token in place of the session's; a 401 is an answer like any other. */
  token?: string | undefined;
  /** Sent beside those that every call has. */
  headers?: Record<string, string>;
  /** Hears the status and the headers of an answer that came, for calls whose body does not say all. */
  onAnswer?: (answer: Pick<Response, 'status' | 'headers'>) => void;
}

function urlOf(path: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  const search = params.toString();
  return `/api/${path}${search ? `?${search}` : ''}`;
}

/** The headers of a signed call, for those who do not use fetch (the upload engine). */
export function authHeaders(): Record<string, string> {
  const stored = tokens();
  return stored ? { Authorization: `Bearer ${stored.access}`, 'user-id': userId() ?? '' } : {};
}

function headersFor({ public: open, token }: Options): Record<string, string> {
  if (token) return { Authorization: `Bearer ${token}` };
  return open ? {} : authHeaders();
}

function bodyOf(body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {};
  if (body instanceof Blob) return { body, type: body.type || 'application/octet-stream' };
  return { body: JSON.stringify(body), type: 'application/json' };
}

async function answer(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unanswered();
  }
}

async function send(method: string, path: string, body: unknown, options: Options): Promise<Response> {
  const content = bodyOf(body);
  const url = urlOf(path, options.query);
  const init = (): RequestInit => ({
    method,
    body: content.body ?? null,
    signal: options.signal ?? null,
    headers: { ...(content.type && { 'Content-Type': content.type }), ...options.headers, ...headersFor(options) },
  });
  const used = tokens()?.access;
  const response = await answer(url, init());
  if (response.status !== 401 || options.public || options.token || !used) return response;
  await renew(used);
  return answer(url, init());
}

async function call<T>(method: string, path: string, body: unknown, options: Options = {}, proven = false): Promise<T> {
  const response = await send(method, path, body, options);
  const content: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (response.ok) {
    options.onAnswer?.(response);
    return content as T;
  }
  const fault = faultOf(response.status, response.headers, content);
  if (fault.key !== 'reauthentication_required' || proven || !(await prove())) throw fault;
  return call(method, path, body, options, true);
}

/** The server's calls by their path under /api/. Every failure is a Fault, except an abort of the caller's own. */
export const api = {
  get: <T>(path: string, options?: Options) => call<T>('GET', path, undefined, options),
  post: <T = void>(path: string, body?: unknown, options?: Options) => call<T>('POST', path, body, options),
  patch: <T = void>(path: string, body?: unknown, options?: Options) => call<T>('PATCH', path, body, options),
  put: <T = void>(path: string, body?: unknown, options?: Options) => call<T>('PUT', path, body, options),
  delete: <T = void>(path: string, body?: unknown, options?: Options) => call<T>('DELETE', path, body, options),
};
