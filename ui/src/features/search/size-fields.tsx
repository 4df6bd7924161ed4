import { t } from '~/i18n';
import { TextField } from '~/kit/field';

const MEGA = 1024 * 1024;

type Props = {
  min: number | null;
  max: number | null;
  onChange: (changes: { sizeMin?: number | null; sizeMax?: number | null }) => void;
};

const sizeText = (bytes: number | null) => (bytes === null ? '' : String(Math.round((bytes / MEGA) * 1000) / 1000));

function bytesOf(text: string): number | null {
  const value = Number(text.replace('٫', '.').replace(',', '.'));
  return text.trim() && Number.isFinite(value) && value >= 0 ? Math.round(value * MEGA) : null;
}

/** Between which sizes, in megabytes. */
export function SizeFields({ min, max, onChange }: Props) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        latin
        inputMode="decimal"
        label={t('search.sizeFrom')}
        defaultValue={sizeText(min)}
        onChange={(event) => onChange({ sizeMin: bytesOf(event.currentTarget.value) })}
      />
      <TextField
        latin
        inputMode="decimal"
        label={t('search.sizeTo')}
        defaultValue={sizeText(max)}
        onChange={(event) => onChange({ sizeMax: bytesOf(event.currentTarget.value) })}
      />
    </div>
  );
}
