import { Switch as Base } from '@base-ui/react/switch';
import { useId } from 'react';

type Props = {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

export function Switch({ label, hint, checked, onChange, disabled }: Props) {
  const id = useId();
  return (
    <div className="flex min-h-10 items-center gap-4">
      <div className="min-w-0 flex-1">
        <div id={id} className="font-medium">
          {label}
        </div>
        {hint && <p className="text-xs text-muted">{hint}</p>}
      </div>
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={id}
        className="relative h-6 w-11 shrink-0 rounded-full bg-edge transition-colors data-checked:bg-brand"
      >
        <Base.Thumb className="absolute start-0.5 top-0.5 size-5 rounded-full bg-white shadow transition-transform data-checked:ltr:translate-x-5 data-checked:rtl:-translate-x-5 dark:bg-bg" />
      </Base.Root>
    </div>
  );
}
