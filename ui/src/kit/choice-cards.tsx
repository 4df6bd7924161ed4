import { useId } from 'react';

interface ChoiceCard<V extends string> {
  value: V;
  label: string;
  hint?: string;
}

type Props<V extends string> = {
  /** Read aloud before the choices. */
  label: string;
  value: V;
  choices: readonly ChoiceCard<V>[];
  onChange: (value: V) => void;
};

/** One of a few that need a word of explanation each. */
export function ChoiceCards<V extends string>({ label, value, choices, onChange }: Props<V>) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="grid cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 rounded-card border border-line p-3 transition hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="size-4 accent-brand"
          />
          <span className="font-medium">{choice.label}</span>
          {choice.hint && <span className="col-start-2 text-xs text-muted">{choice.hint}</span>}
        </label>
      ))}
    </fieldset>
  );
}
