import { useRef, type ReactNode } from 'react';
import { CutName } from '~/kit/cut-name';
import { useWidth } from '~/kit/use-width';

type Props = { icon: ReactNode; name: string; end?: ReactNode; disabled?: boolean; onClick: () => void };

/** A folder that can be opened. */
export function PickerRow({ icon, name, end, disabled, onClick }: Props) {
  const box = useRef<HTMLSpanElement>(null);
  const width = useWidth(box);
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-start transition hover:bg-hover disabled:opacity-45"
    >
      {icon}
      <span ref={box} className="min-w-0 flex-1 truncate font-medium">
        <CutName name={name} width={width} />
      </span>
      {end}
    </button>
  );
}
