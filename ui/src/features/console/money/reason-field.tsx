import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { Field, inputClass } from '~/kit/field';

type Props = { reason: string; problem: string; onChange: (reason: string) => void };

export function ReasonField({ reason, problem, onChange }: Props) {
  return (
    <Field label={t('console.why')} hint={t('console.reasonHint')} error={problem || undefined}>
      {(aria) => (
        <textarea
          {...aria}
          dir="auto"
          rows={3}
          maxLength={500}
          placeholder=" "
          value={reason}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={cx(inputClass, 'h-auto! py-2')}
        />
      )}
    </Field>
  );
}
