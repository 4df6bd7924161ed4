import { Check, Copy } from 'lucide-react';
import { useId } from 'react';
import { Button } from './button';
import { useCopied } from './use-copied';

type Props = {
  label: string;
  value: string;
  copyLabel: string;
  copiedLabel: string;
  /** The only way to take it along: the button comes first on the page. */
  primary?: boolean;
};

/** A key to take along: all of it is shown, in groups of four letters, and a button copies it as one word. */
export function CopyBlock({ label, value, copyLabel, copiedLabel, primary }: Props) {
  const id = useId();
  const [copied, copy] = useCopied();
  const Icon = copied ? Check : Copy;
  return (
    <div className="grid min-w-0 gap-2">
      <span id={id} className="font-medium">
        {label}
      </span>
      <div
        dir="ltr"
        role="group"
        aria-labelledby={id}
        data-copy={value}
        className="flex flex-wrap gap-x-2 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono text-base leading-7 ring-1 ring-line select-all ring-inset"
      >
        {(value.match(/.{1,4}/gu) ?? []).map((group, index) => (
          <span key={index}>{group}</span>
        ))}
      </div>
      <Button
        kind={primary ? 'solid' : 'outline'}
        className={primary ? 'h-11 w-full' : 'justify-self-start'}
        icon={<Icon size={17} aria-hidden="true" />}
        onClick={() => copy(value)}
      >
        {copied ? copiedLabel : copyLabel}
      </Button>
      <span role="status" className="sr-only">
        {copied && copiedLabel}
      </span>
    </div>
  );
}
