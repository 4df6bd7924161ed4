import { t } from '~/i18n';
import { ChipsField } from '~/kit/chips-field';

type Props = {
  label: string;
  hint?: string;
  values: readonly string[];
  onChange: (emails: string[]) => void;
  /** Addresses that would change nothing, with the words why. */
  refuse?: (email: string) => string | null;
  onPending?: (pending: boolean) => void;
};

const email = /^[^\s@<>"',;:]+@[^\s@<>"',;:.]+(\.[^\s@<>"',;:.]+)+$/;

/** The message about an invalid or repeated address, or null. */
function emailProblem(text: string, others: readonly string[]): string | null {
  if (!email.test(text)) return t('people.emailInvalid', { email: text });
  return others.includes(text) ? t('people.emailTwice', { email: text }) : null;
}

/** Addresses of several people: written one by one, or pasted all at once. */
export function EmailsField({ label, hint, values, onChange, refuse, onPending }: Props) {
  return (
    <ChipsField
      label={label}
      hint={hint ?? t('people.emailsHint')}
      values={values}
      onChange={onChange}
      clean={(text) => text.trim().toLowerCase()}
      problemOf={(text, others) => emailProblem(text, others) ?? refuse?.(text) ?? null}
      removeLabel={(value) => t('people.removeEmail', { email: value })}
      onPending={onPending}
      placeholder="name@example.com"
      inputMode="email"
    />
  );
}
