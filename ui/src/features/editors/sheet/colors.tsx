import { Ban } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { t, type PlainKey } from '~/i18n';
import { Popover } from '~/kit/popover';

const hues = [
  ['sheets.black', '000000', '595959'],
  ['sheets.gray', '7F7F7F', 'D9D9D9'],
  ['sheets.red', 'C00000', 'F8CBCB'],
  ['sheets.orange', 'C55A11', 'FBE0CC'],
  ['sheets.yellow', 'BF9000', 'FFF2CC'],
  ['sheets.green', '2E7D32', 'DDEFDC'],
  ['sheets.teal', '0B6B66', 'D3ECEA'],
  ['sheets.blue', '1F5FBF', 'D9E6F8'],
  ['sheets.purple', '6A3FB5', 'E6DCF5'],
  ['sheets.pink', 'B0307A', 'F8DAEA'],
] as const satisfies readonly (readonly [PlainKey, string, string])[];

type Props = {
  label: string;
  trigger: ReactElement<{ onClick?: () => void; 'aria-expanded'?: boolean }>;
  value: string | undefined;
  onChange: (color: string | undefined) => void;
};

/** The colours of texts and cells: ten, each in a light form, and none. */
export function ColorMenu({ label, trigger, value, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const choose = (color: string | undefined) => {
    setOpen(false);
    onChange(color);
  };
  const swatch = (name: string, color: string) => (
    <button
      key={color}
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={value === color}
      onClick={() => choose(color)}
      className="size-7 rounded-md ring-1 ring-edge/60 ring-inset transition hover:scale-110 aria-pressed:outline-2 aria-pressed:outline-offset-1 aria-pressed:outline-brand pointer-coarse:size-10"
      style={{ backgroundColor: `#${color}` }}
    />
  );
  return (
    <Popover open={open} onOpenChange={setOpen} label={label} trigger={trigger}>
      <div className="grid gap-2">
        <div className="grid grid-cols-5 gap-1.5">
          {hues.map(([key, dark]) => swatch(t(key), dark))}
          {hues.map(([key, , light]) => swatch(t('sheets.light', { color: t(key) }), light))}
        </div>
        <button
          type="button"
          onClick={() => choose(undefined)}
          className="flex min-h-9 items-center gap-2 rounded-lg px-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
        >
          <Ban size={16} aria-hidden="true" className="text-muted" />
          {t('sheets.noColor')}
        </button>
      </div>
    </Popover>
  );
}
