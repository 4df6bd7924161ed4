import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '~/kit/cx';

const marks = {
  good: { Icon: CircleCheck, className: 'text-success' },
  open: { Icon: TriangleAlert, className: 'text-warning' },
  bad: { Icon: CircleX, className: 'text-danger' },
  plain: { Icon: Info, className: 'text-muted' },
} as const;

export type Fact = { title: string; mark: keyof typeof marks; text: ReactNode };

/** What is already so. */
export function Facts({ facts }: { facts: readonly (Fact | false | null | undefined)[] }) {
  return (
    <dl className="grid gap-3">
      {facts.map((fact) => {
        if (!fact) return null;
        const { Icon, className } = marks[fact.mark];
        return (
          <div key={fact.title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
            <dt className="contents text-xs text-muted">
              <Icon size={18} aria-hidden="true" className={cx('row-span-2 mt-0.5', className)} />
              <span>{fact.title}</span>
            </dt>
            <dd className="text-pretty wrap-anywhere">{fact.text}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** What the server or another program said, in English. */
export const Quotation = ({ words }: { words: string }) =>
  words && (
    <p dir="ltr" lang="en" className="text-start font-mono text-xs wrap-anywhere">
      {words}
    </p>
  );
