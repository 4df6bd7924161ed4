import { Fault } from '~/api/fault';

/** Work that costs a person nothing and a robot's thousand tries much. */
export interface Challenge {
  algorithm: string;
  /** SHA-256 of the salt and the number that is looked for, in hex. */
  challenge: string;
  salt: string;
  maxnumber: number;
  signature: string;
}

/** The challenge that came with a refusal, or null. */
export function challengeOf(error: unknown): Challenge | null {
  if (!(error instanceof Fault) || typeof error.body !== 'object' || error.body === null) return null;
  const found: unknown = Reflect.get(error.body, 'captcha');
  return typeof found === 'object' && found !== null && 'maxnumber' in found ? (found as Challenge) : null;
}

/** A challenge and its answer as the server takes them. */
export function solutionOf({ algorithm, challenge, salt, signature }: Challenge, number: number): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}
