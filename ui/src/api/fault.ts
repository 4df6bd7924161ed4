import type { Failure } from './types.gen';
import { isErrorKey, isProblemKey, t } from '~/i18n';

type FaultKind = 'refused' | 'server' | 'tooMany' | 'timeout' | 'noResponse' | 'noInternet';

interface FaultInit {
  kind: FaultKind;
  status?: number;
  key?: string;
  fields?: Record<string, string[]>;
  minutes?: number;
  requestId?: string;
  body?: unknown;
}

/** Everything that can go wrong with a call, already sorted as the error catalogue asks. */
export class Fault extends Error {
  readonly kind: FaultKind;
  /** 0 when the server did not answer. */
  readonly status: number;
  /** The catalogue key, also the first one of field errors. */
  readonly key: string | undefined;
  readonly fields: Record<string, string[]>;
  readonly minutes: number;
  /** The id of the request: the server's log has it beside the cause of a 5xx. */
  readonly requestId: string | undefined;
  /** The whole answer, for calls that say more than a key. */
  readonly body: unknown;

  constructor(init: FaultInit) {
    super(init.key ?? init.kind);
    this.name = 'Fault';
    this.kind = init.kind;
    this.status = init.status ?? 0;
    this.key = init.key;
    this.fields = init.fields ?? {};
    this.minutes = init.minutes ?? 0;
    this.requestId = init.requestId;
    this.body = init.body;
  }
}

function kindOf(status: number): FaultKind {
  if (status === 504) return 'timeout';
  if (status >= 500) return 'server';
  return status === 429 ? 'tooMany' : 'refused';
}

function minutesUntil(retryAfter: string | null): number {
  if (!retryAfter) return 1;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Math.max(1, Math.ceil((Number.isFinite(seconds) ? seconds : 60) / 60));
}

function fieldsOf(code: unknown): Record<string, string[]> {
  if (typeof code !== 'object' || code === null) return {};
  return Object.fromEntries(
    Object.entries(code).map(([field, keys]) => [field, (Array.isArray(keys) ? keys : [keys]).map(String)]),
  );
}

function textAt(body: unknown, name: string): string | undefined {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The status decides first, then a key, then the first entry of field errors. */
export function faultOf(status: number, headers: { get(name: string): string | null }, body: unknown): Fault {
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error_code') : undefined;
  const fields = fieldsOf(code);
  return new Fault({
    kind: kindOf(status),
    status,
    key: typeof code === 'string' ? code : Object.values(fields)[0]?.[0],
    fields,
    minutes: minutesUntil(headers.get('Retry-After')),
    requestId: textAt(body, 'request_id'),
    body,
  });
}

/** No answer at all: the network of this device, or the server. */
export function noAnswerFault(): Fault {
  return new Fault({ kind: navigator.onLine ? 'noResponse' : 'noInternet' });
}

/** The words of one catalogue key; an area of the product may have its own ones, as `area_key` among the problems. */
export function keyText(key: string | undefined, area?: string): string {
  const own = `${area}_${key}`;
  if (area && isProblemKey(own)) return t(`problems.${own}`);
  return key && isErrorKey(key) ? t(`errors.${key}`) : t('problems.unknown');
}

/** The message shown to the user. `area` selects the words that a part of the product has of its own. */
export function faultText(error: unknown, area?: string): string {
  if (!(error instanceof Fault)) return t('problems.unknown');
  if (error.kind === 'refused') {
    const n = (error.body as Partial<Failure> | null)?.attempts_left;
    const words = keyText(error.key, area);
    return n === undefined ? words : `${words} ${t('problems.attemptsLeft', { n })}`;
  }
  if (error.kind === 'tooMany') return t('problems.tooMany', { n: error.minutes });
  return t(`problems.${error.kind}`);
}

/** Words for each field the server refused, in the order it named them. */
export function fieldTexts(error: unknown, area?: string): Record<string, string> {
  if (!(error instanceof Fault) || error.kind !== 'refused') return {};
  return Object.fromEntries(Object.entries(error.fields).map(([field, keys]) => [field, keyText(keys[0], area)]));
}
