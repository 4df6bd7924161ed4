import { cx } from '~/kit/cx';
import { columnName } from './layout';
import type { Place } from './cells';

type Props = { place: Place; text: string; formula: boolean; comment?: string | undefined };

/** The name of the chosen cell, and all that is in it. */
export function SheetBar({ place, text, formula, comment }: Props) {
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-3 border-b border-line bg-surface px-3 print:hidden">
        <bdi
          dir="ltr"
          className="grid h-8 min-w-16 place-items-center rounded-control px-2 text-sm ring-1 ring-line ring-inset"
        >
          {columnName(place.column)}
          {place.row}
        </bdi>
        <span aria-hidden="true" className="text-sm text-muted italic">
          fx
        </span>
        <p
          role="status"
          dir={formula ? 'ltr' : 'auto'}
          className={cx(
            'scroll-thin min-w-0 flex-1 overflow-x-auto text-start text-sm whitespace-nowrap',
            formula && 'font-mono',
          )}
        >
          {text}
        </p>
      </div>
      <CommentLine text={comment} />
    </>
  );
}

/** What is said at the chosen cell. */
export const CommentLine = ({ text }: { text: string | undefined }) => (
  <p
    role="status"
    dir="auto"
    className={
      text === undefined
        ? 'sr-only'
        : 'scroll-thin max-h-24 shrink-0 overflow-y-auto border-b border-line bg-warning-soft px-3 py-1 text-start text-sm whitespace-pre-wrap print:hidden'
    }
  >
    {text}
  </p>
);
