import { CloudOff } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Skeleton } from '~/kit/skeleton';

/** The data of a section, as read from the server. */
export interface Reading<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

type Props<T> = {
  title: string;
  id?: string;
  /** Leads to the whole list. */
  all?: { readonly href: string; readonly label?: string };
  of: Reading<T>;
  waiting: ReactNode;
  render: (data: T) => ReactNode;
};

/** A part of the home page. It loads and fails by itself. */
export function Section<T>({ title, id, all, of, waiting, render }: Props<T>) {
  const heading = useId();
  const { data, error, refetch } = of;
  const loading = data === undefined && !error;
  return (
    <section id={id} tabIndex={id ? -1 : undefined} aria-labelledby={heading} className="min-w-0 outline-none">
      <div className="mb-2 flex min-h-8 items-center gap-3">
        <h2 id={heading} className="min-w-0 flex-1 truncate text-base font-bold">
          {title}
        </h2>
        {all && (
          <Link
            href={all.href}
            aria-label={all.label ? undefined : t('home.allOf', { name: title })}
            className="-me-2 inline-flex h-8 shrink-0 items-center rounded-control px-2 text-xs font-semibold text-brand hover:bg-hover pointer-coarse:-my-1.5 pointer-coarse:h-11"
          >
            {all.label ?? t('home.all')}
          </Link>
        )}
      </div>
      {loading && (
        <div role="status" aria-busy="true" aria-label={t('common.loading')}>
          {waiting}
        </div>
      )}
      {data === undefined && error !== null && error !== undefined && (
        <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card border border-line px-4 py-3">
          <CloudOff size={20} aria-hidden="true" className="shrink-0 text-danger" />
          <p className="min-w-0 flex-1 basis-40 text-pretty">
            <span className="block font-semibold">{t('home.failed')}</span>
            <span className="block text-xs text-muted">{faultText(error)}</span>
          </p>
          <Button kind="soft" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {data !== undefined && render(data)}
    </section>
  );
}

/** A section without anything in it. */
export const EmptySection = ({ children }: { children: ReactNode }) => (
  <p className="rounded-card border border-dashed border-line px-4 py-5 text-center text-pretty text-muted">
    {children}
  </p>
);

/** Placeholders of rows with a picture and two lines. */
export const RowsSkeleton = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, row) => (
    <div key={row} className="flex h-14 items-center gap-3">
      <Skeleton className="size-9 shrink-0" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </span>
    </div>
  ));
