import { endsBody, endsProblem, type Ends } from './duration';
import { passwordBody, isPasswordMissing, type PasswordDraft } from './password';

/** The editable terms that links and boxes share: title, end, password and addresses of visitors. */
export interface Terms {
  readonly title: string;
  readonly ends: Ends;
  readonly password: PasswordDraft;
  readonly emails: readonly string[];
}

/** The same of a link or a box that exists. */
interface Opened {
  readonly title: string;
  readonly expire_at: string | null;
  readonly has_password: boolean;
  readonly emails: readonly string[];
}

export const newTerms = (title: string, ends: Ends): Terms => ({
  title,
  ends,
  password: { on: false, text: '', had: false },
  emails: [],
});

export const termsOf = ({ title, expire_at, has_password, emails }: Opened): Terms => ({
  title,
  ends: expire_at ? { kind: 'at', at: expire_at } : { kind: 'never' },
  password: { on: has_password, text: '', had: has_password },
  emails,
});

/** The errors of the terms as keys of the dictionary, by field. An unchanged end may lie in the past. */
export function termsProblems(terms: Terms, before: Ends | null, limits?: Parameters<typeof endsProblem>[1]) {
  const ends = terms.ends === before ? null : endsProblem(terms.ends, limits);
  return {
    ...(!terms.title.trim() && { title: 'gate.titleNeeded' as const }),
    ...(ends && { ends }),
    ...(isPasswordMissing(terms.password) && { password: 'gate.passwordMissing' as const }),
  };
}

/** The request fields of the terms: the end only when it is new or was changed. */
export const termsBody = (terms: Terms, before: Terms | null) => ({
  title: terms.title.trim(),
  ...passwordBody(terms.password),
  ...(before && terms.ends === before.ends ? {} : endsBody(terms.ends)),
  emails: terms.emails,
});
