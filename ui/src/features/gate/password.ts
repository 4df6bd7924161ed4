/** Without letters that look alike, so that it can be read out. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A generated password that is easy to pass on. */
export function makePassword(length = 12): string {
  let made = '';
  while (made.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // Numbers beyond the last whole round would favour the first letters.
      if (byte < 256 - (256 % letters.length) && made.length < length) made += letters[byte % letters.length];
    }
  }
  return made;
}

/** A password as it is being edited. An existing one is unknown: `had` only tells that there is one. */
export interface PasswordDraft {
  readonly on: boolean;
  readonly text: string;
  readonly had: boolean;
}

/** The request field: missing keeps the password, null removes it. */
export function passwordBody({ on, text, had }: PasswordDraft): { password?: string | null } {
  if (on) return text ? { password: text } : {};
  return had ? { password: null } : {};
}

export const isPasswordMissing = ({ on, text, had }: PasswordDraft) => on && !text && !had;
