import { t } from '~/i18n';
import { PasswordField } from '~/kit/field';

type Props = {
  label: string;
  /** One is stored. It is never shown again. */
  stored: boolean;
  value: string | undefined;
  hint?: string;
  error?: string | undefined;
  onChange: (secret: string) => void;
};

/** A secret that is entered, and replaced by entering another one. */
export function SecretField({ label, stored, value = '', hint, error, onChange }: Props) {
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      maxLength={500}
      placeholder={stored ? '••••••••' : ' '}
      value={value}
      hint={stored ? t('console.secretStored') : hint}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
