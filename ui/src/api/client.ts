import { addressOf, type CallName, type CallOf, type Method, type PathOf, type Request } from './calls';
import { faultOf, noAnswerFault } from './fault';
import { prove } from './proof';
import { renew } from './refresh';
import { change, heardSeq } from './sequence';
import { heardStandby } from './standby';
import { tokens, userId } from './session';
import type { Calls } from './types.gen';

/** Hears the status and the headers of an answer. */
export type Hears = (answer: Pick<Response, 'status' | 'headers'>) => void;

interface Options {
  signal?: AbortSignal | undefined;
  /** Sent without a token, and a 401 is an answer like any other. */
  public?: boolean;
  /** Sent with this token in place of the session's; a 401 is an answer like any other. */
  token?: string | undefined;
  /** Sent beside those that every call has. */
  headers?: Record<string, string>;
  /** For calls whose body does not say all. */
  onAnswer?: Hears;
}

interface Sending extends Options {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** The headers of a signed call, for code that does not use fetch (the upload engine). */
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
    throw noAnswerFault();
  }
}

async function send(method: Method, path: string, request: Sending): Promise<Response> {
  const content = bodyOf(request.body);
  const url = addressOf(path, request);
  const init = (): RequestInit => ({
    method,
    body: content.body ?? null,
    signal: request.signal ?? null,
    headers: { ...(content.type && { 'Content-Type': content.type }), ...request.headers, ...headersFor(request) },
  });
  const used = tokens()?.access;
  const response = await answer(url, init());
  if (response.status !== 401 || request.public || request.token || !used) return response;
  await renew(used);
  return answer(url, init());
}

async function call(method: Method, path: string, request: Sending, proven = false): Promise<unknown> {
  const response = await send(method, path, request);
  heardStandby(response.headers);
  const content: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (response.ok) {
    heardSeq(response.headers);
    request.onAnswer?.(response);
    return content;
  }
  const fault = faultOf(response.status, response.headers, content);
  if (fault.key !== 'reauthentication_required' || proven || !(await prove())) throw fault;
  return call(method, path, request, true);
}

type Given<C extends Calls[CallName]> =
  object extends Request<C> ? [request?: Request<C> & Options] : [request: Request<C> & Options];

const verb =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(path: P, ...[request]: Given<CallOf<M, P>>) => {
    const sent = call(method, path, (request ?? {}) as Sending) as Promise<CallOf<M, P>['answer']>;
    return method === 'GET' ? sent : change(sent);
  };

/** The server's calls by their path in its document. Every failure is a Fault, except an abort of the caller's own. */
export const api = {
  get: verb('GET'),
  post: verb('POST'),
  patch: verb('PATCH'),
  put: verb('PUT'),
  delete: verb('DELETE'),
};
