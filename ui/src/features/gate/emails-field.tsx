import { t } from '~/i18n';
import { ChipsField } from '~/kit/chips-field';
import { cleanEmail, emailProblem } from './emails';

type Props = {
  hint: string;
  values: readonly string[];
  onChange: (emails: string[]) => void;
  onPending: (pending: boolean) => void;
};

/** The addresses of the visitors who may enter. */
export function EmailsField({ hint, values, onChange, onPending }: Props) {
  return (
    <ChipsField
      label={t('gate.emails')}
      hint={hint}
      values={values}
      onChange={onChange}
      clean={cleanEmail}
      problemOf={emailProblem}
      removeLabel={(value) => t('gate.removeChip', { value })}
      onPending={onPending}
      placeholder="name@example.com"
      inputMode="email"
    />
  );
}
