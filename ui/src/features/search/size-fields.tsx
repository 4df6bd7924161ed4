import { useState } from 'react';
import { currentLang, isRtl, num, t } from '~/i18n';
import { TextField } from '~/kit/field';
import { parseTypedAmount, rewriteTypedAmount } from '~/kit/typed-amount';

const MEGA = 1024 * 1024;

type Props = {
  min: number | null;
  max: number | null;
  onChange: (changes: { sizeMin?: number | null; sizeMax?: number | null }) => void;
};

/** Between which sizes, in megabytes, in the digits of the language. What is no number filters nothing and says so. */
export function SizeFields({ min, max, onChange }: Props) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <SizeField label={t('search.sizeFrom')} bytes={min} onChange={(sizeMin) => onChange({ sizeMin })} />
      <SizeField label={t('search.sizeTo')} bytes={max} onChange={(sizeMax) => onChange({ sizeMax })} />
    </div>
  );
}

type FieldProps = { label: string; bytes: number | null; onChange: (bytes: number | null) => void };

function SizeField({ label, bytes, onChange }: FieldProps) {
  const [wrong, setWrong] = useState(false);
  return (
    <TextField
      dir="ltr"
      className={isRtl() ? 'text-end' : undefined}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      label={label}
      defaultValue={bytes === null ? '' : num(bytes / MEGA, { maximumFractionDigits: 3 })}
      {...(wrong && { error: t('search.sizeWrong') })}
      onChange={(event) => {
        const text = rewriteTypedAmount(event.currentTarget, 3, currentLang()).trim();
        const size = parseTypedAmount(text);
        setWrong(text !== '' && size === null);
        onChange(size === null ? null : Math.round(size * MEGA));
      }}
    />
  );
}
