import type { ReactNode } from 'react';

interface Hint {
  readonly keys: readonly string[];
  readonly text: string;
}

/** The keys of a list, below it; there is no room for them on a phone, and no use without a keyboard. */
export function KeyHints({ hints }: { hints: readonly (Hint | false)[] }): ReactNode {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-xs text-muted max-[899px]:hidden pointer-coarse:hidden">
      {hints.map(
        (hint) =>
          hint && (
            <span key={hint.text} className="inline-flex items-center gap-1.5 whitespace-nowrap">
              {hint.keys.map((key) => (
                <kbd key={key} className="rounded-md border border-line bg-sunken px-1.5 py-0.5 font-sans text-xs">
                  {key}
                </kbd>
              ))}
              {hint.text}
            </span>
          ),
      )}
    </p>
  );
}
