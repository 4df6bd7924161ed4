import { Fault } from '~/api/fault';
import type { Challenge } from '~/api/types';

/** The challenge in a refused answer, or null. */
export function challengeOf(error: unknown): Challenge | null {
  if (!(error instanceof Fault) || typeof error.body !== 'object' || error.body === null) return null;
  const found: unknown = Reflect.get(error.body, 'captcha');
  return typeof found === 'object' && found !== null && 'maxnumber' in found ? (found as Challenge) : null;
}

/** A challenge and its answer as the server takes them. */
export function solutionOf({ algorithm, challenge, salt, signature }: Challenge, number: number): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}
