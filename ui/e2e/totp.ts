import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32: string): Buffer {
  let bits = '';
  for (const letter of base32) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of an authenticator app: RFC 6238 with six digits and 30 seconds; `ahead` counts steps after now. */
export function totp(secret: string, ahead = 0): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const sum = createHmac('sha1', bytesOf(secret)).update(step).digest();
  const from = (sum.at(-1) ?? 0) & 0xf;
  return String((sum.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
