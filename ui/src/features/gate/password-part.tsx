import { Dices, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Field, inputClass } from '~/kit/field';
import { IconButton } from '~/kit/icon-button';
import { Switch } from '~/kit/switch';
import { makePassword, type PasswordDraft } from './password';

type Props = {
  value: PasswordDraft;
  onChange: (draft: PasswordDraft) => void;
  error?: string | undefined;
};

/** A password for the visitors of the link: one is offered ready, and may be replaced. */
export function PasswordPart({ value, onChange, error }: Props) {
  const [shown, setShown] = useState(value.text !== '');
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="grid gap-3">
      <Switch
        label={t('gate.password')}
        hint={t('gate.passwordHint')}
        checked={value.on}
        onChange={(on) => {
          // A password that is there stays until another one is asked for.
          const made = on && !value.had;
          onChange({ ...value, on, text: made ? makePassword() : '' });
          setShown(made);
        }}
      />
      {value.on && (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <Field
            hideLabel
            label={t('gate.passwordText')}
            error={error}
            hint={value.had && !value.text ? t('gate.passwordKept') : undefined}
          >
            {(aria) => (
              <div className="relative">
                <input
                  {...aria}
                  dir="ltr"
                  type={shown ? 'text' : 'password'}
                  autoComplete="new-password"
                  maxLength={128}
                  value={value.text}
                  placeholder={value.had ? '••••••••' : undefined}
                  onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
                  className={cx(inputClass, 'pe-11 rtl:ps-11 rtl:pe-3 rtl:text-end')}
                />
                <IconButton
                  label={shown ? t('common.hidePassword') : t('common.showPassword')}
                  aria-pressed={shown}
                  onClick={() => setShown(!shown)}
                  className="absolute end-0.5 top-1/2 -translate-y-1/2 aria-pressed:bg-transparent"
                >
                  <Icon size={18} aria-hidden="true" />
                </IconButton>
              </div>
            )}
          </Field>
          <Button
            kind="outline"
            icon={<Dices size={17} aria-hidden="true" />}
            onClick={() => {
              onChange({ ...value, text: makePassword() });
              setShown(true);
            }}
          >
            {t('gate.makePassword')}
          </Button>
        </div>
      )}
    </div>
  );
}
