import { createSHA256 } from 'hash-wasm';
import type { Challenge } from '~/api/types';

const REPORT = 5_000;

/** The number that a challenge hides, or null when there is none. A page over plain HTTP has no crypto.subtle. */
export async function search(
  { salt, challenge, maxnumber }: Pick<Challenge, 'salt' | 'challenge' | 'maxnumber'>,
  onShare: (share: number) => void,
): Promise<number | null> {
  const hasher = await createSHA256();
  hasher.init();
  hasher.update(salt);
  const salted = hasher.save();
  for (let number = 0; number <= maxnumber; number += 1) {
    hasher.load(salted);
    hasher.update(String(number));
    if (hasher.digest('hex') === challenge) return number;
    if (number % REPORT === 0) onShare(number / maxnumber);
  }
  return null;
}
