import { api } from '~/api/client';
import { signInOptions } from '~/api/device';
import type { LoginResult } from '~/api/types';

const order = ['passkey', 'totp', 'sms', 'email', 'static'] as const;

/** A method of the second step. */
export type Method = (typeof order)[number];
/** Those that are a code. */
export type CodeMethod = Exclude<Method, 'passkey'>;
/** Those whose code is sent. */
export type SentMethod = 'sms' | 'email';

/** A login between its two steps. */
export interface Step {
  /** Bearer of the second step, and of nothing else. */
  token: string;
  methods: Method[];
  /** Where codes go, with most of it hidden. */
  targets: Partial<Record<Method, string>>;
  /** When a code was last sent, by method: a reload asks for no second one. */
  sent: Partial<Record<Method, number>>;
}

const key = 'anbar-second-step';

/** Keeps a login for its second step: in this tab alone, and over a reload. */
export function keepStep({ token = '', two_factor, targets = {}, sent }: LoginResult) {
  const methods = order.filter((method) => two_factor?.includes(method));
  const first = methods.find((method) => method === sent);
  save({ token, methods, targets, sent: first ? { [first]: Date.now() } : {} });
}

export function save(step: Step) {
  sessionStorage.setItem(key, JSON.stringify(step));
}

export function keptStep(): Step | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Step | null;
  } catch {
    return null;
  }
}

export const forgetStep = () => sessionStorage.removeItem(key);

export const takeStep = (step: Step, src: CodeMethod, token: string, remember: boolean) =>
  api.post('accounts/v1/users/login/two-factor', { body: { token, src, remember }, ...signInOptions(step.token) });

/** Sends a code, also for the first time. */
export const sendCode = (step: Step, src: SentMethod) =>
  api.get('accounts/v1/users/login/resend-two-factor', { query: { src }, token: step.token });
