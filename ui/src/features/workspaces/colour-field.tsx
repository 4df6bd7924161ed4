import { Check, Pipette } from 'lucide-react';
import { useId } from 'react';
import { t } from '~/i18n';
import { inkOn } from '~/kit/contrast';

export const defaultPrimary = '#0b6b66';
export const defaultSecondary = '#e0a030';

/** Hues that belong together: the main ones are dark enough to carry white words, the second ones set accents. */
export const primaries = [
  '#0b6b66',
  '#1d5fa8',
  '#4b4fb5',
  '#7d3fa3',
  '#a8326b',
  '#b3402e',
  '#8a5a12',
  '#3f6f2a',
  '#2f3e46',
];
export const secondaries = [
  '#e0a030',
  '#e2725b',
  '#d65f8f',
  '#a883d6',
  '#6f93e0',
  '#4fb0c6',
  '#5fae7b',
  '#9aa843',
  '#8d99a6',
];

const swatch =
  'relative grid size-9 cursor-pointer place-items-center rounded-full ring-1 ring-fg/10 ring-inset transition has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand pointer-coarse:size-11';

type Props = { label: string; value: string; suggested: readonly string[]; onChange: (colour: string) => void };

/** A few colours that go well, or any other one. */
export function ColourField({ label, value, suggested, onChange }: Props) {
  const name = useId();
  const own = !suggested.includes(value);
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {suggested.map((colour, index) => (
          <label key={colour} className={swatch} style={{ background: colour, color: inkOn(colour) }}>
            <input
              type="radio"
              name={name}
              className="sr-only"
              aria-label={t('workspaces.colour', { n: index + 1 })}
              checked={colour === value}
              onChange={() => onChange(colour)}
            />
            {colour === value && <Check size={18} strokeWidth={3} aria-hidden="true" />}
          </label>
        ))}
        <label
          className={`${swatch} bg-sunken text-muted`}
          style={own ? { background: value, color: inkOn(value) } : undefined}
        >
          {own ? <Check size={18} strokeWidth={3} aria-hidden="true" /> : <Pipette size={17} aria-hidden="true" />}
          <input
            type="color"
            aria-label={`${label}: ${t('workspaces.ownColour')}`}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </label>
      </div>
    </fieldset>
  );
}
