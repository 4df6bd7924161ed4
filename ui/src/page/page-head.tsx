import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from '~/kit/cx';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { titleClass } from '~/kit/title';

export type HeadProps = {
  title: ReactNode;
  /** A sentence or two below the title. */
  text?: ReactNode;
  /** The way to the page above: its address, or what a click does. */
  back?: { label: string; to: string | (() => void) };
  /** Of whom or what the page is about, before the title. */
  picture?: ReactNode;
  /** What can be done, at the end. */
  actions?: ReactNode;
};

/** The head of every page. Its title stands at one height and edge in each frame; e2e/heads.spec.ts measures that. */
export function PageHead({ title, text, back, picture, actions, className }: HeadProps & { className?: string }) {
  return (
    <header data-page-head className={cx('flex flex-wrap items-center gap-x-4 pb-4', className)}>
      <div className="flex min-h-14 min-w-0 flex-1 basis-60 items-center gap-2 sm:min-h-15">
        {back && <Back {...back} />}
        {picture}
        <h1 className={cx(titleClass, 'flex min-w-0 flex-wrap items-center gap-x-2 py-2 wrap-anywhere')}>{title}</h1>
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2 py-2 max-sm:order-last max-sm:w-full max-sm:pt-3 max-sm:empty:hidden">
          {actions}
        </div>
      )}
      {text && (
        <div className="basis-full">
          <p data-page-text className="max-w-2xl text-pretty text-muted">
            {text}
          </p>
        </div>
      )}
    </header>
  );
}

function Back({ label, to }: { label: string; to: string | (() => void) }) {
  const arrow = <ArrowLeft size={20} aria-hidden="true" className="rtl:rotate-180" />;
  if (typeof to !== 'string') {
    return (
      <IconButton label={label} onClick={to} className="-ms-2.5 print:hidden">
        {arrow}
      </IconButton>
    );
  }
  return (
    <Link href={to} aria-label={label} className={iconButtonClass('-ms-2.5 print:hidden')}>
      {arrow}
    </Link>
  );
}
