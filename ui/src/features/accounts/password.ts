export type Strength = 'weak' | 'medium' | 'strong';

export interface PasswordRules {
  length: boolean;
  bothCases: boolean;
  digit: boolean;
  symbol: boolean;
}

/** Whether a password meets each rule of the policy. */
export function rulesOf(password: string): PasswordRules {
  return {
    length: password.length >= 8,
    bothCases: /[a-z]/.test(password) && /[A-Z]/.test(password),
    digit: /\d/.test(password),
    symbol: /[^\p{L}\p{N}\s]/u.test(password),
  };
}

export const isStrongEnough = (password: string) => Object.values(rulesOf(password)).every(Boolean);

/** Weak passwords, also common ones, are refused by the server; strong ones are long and made of many different characters. */
export function strengthOf(password: string, common = false): Strength {
  if (common || !isStrongEnough(password)) return 'weak';
  return password.length >= 12 && new Set(password).size >= 8 ? 'strong' : 'medium';
}
