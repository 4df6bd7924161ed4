import { ChevronLeft, Ellipsis } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import { Link, useLocation } from 'wouter';
import { cx } from './cx';
import { iconButtonClass } from './icon-button';
import { Menu } from './menu';
import { titleClass } from './title';

interface Crumb {
  id: string;
  label: string;
  href: string;
}

type Props = {
  label: string;
  crumbs: readonly Crumb[];
  /** The label of the button that holds the middle crumbs. */
  moreLabel: string;
  /** How many are shown before the middle is folded. */
  max?: number;
  /** Handlers for drops on a crumb. */
  dropProps?: ((crumb: Crumb) => HTMLAttributes<HTMLElement>) | undefined;
};

const arrow = <ChevronLeft size={16} aria-hidden="true" className="shrink-0 text-muted ltr:rotate-180" />;

/** The path from the root; the first and the last crumbs stay in sight. Parents are cut before the last name, each at its own end. */
export function Breadcrumb({ label, crumbs, moreLabel, max = 4, dropProps }: Props) {
  const [, navigate] = useLocation();
  const folded = crumbs.length > max ? crumbs.slice(1, crumbs.length - (max - 2)) : [];
  const shown = crumbs.filter((crumb) => !folded.includes(crumb));
  return (
    <nav aria-label={label} className="min-w-0 flex-initial">
      <ol className="flex min-w-0 items-center gap-0.5">
        {shown.map((crumb, index) => (
          <li
            key={crumb.id}
            className="flex min-w-10 items-center gap-0.5 not-first:last:max-w-7/10 last:shrink-0 only:shrink"
          >
            {index > 0 && arrow}
            {index === 1 && folded.length > 0 && (
              <>
                <Menu
                  label={moreLabel}
                  trigger={
                    <button type="button" aria-label={moreLabel} className={iconButtonClass()}>
                      <Ellipsis size={18} aria-hidden="true" />
                    </button>
                  }
                  entries={folded.map((hidden) => ({
                    id: hidden.id,
                    label: hidden.label,
                    onSelect: () => navigate(hidden.href),
                  }))}
                />
                {arrow}
              </>
            )}
            <Step crumb={crumb} current={index === shown.length - 1} dropProps={dropProps?.(crumb)} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Step(props: { crumb: Crumb; current: boolean; dropProps?: HTMLAttributes<HTMLElement> }) {
  if (props.current) {
    return (
      <span aria-current="page" dir="auto" title={props.crumb.label} className={cx('truncate px-2 py-1', titleClass)}>
        {props.crumb.label}
      </span>
    );
  }
  return (
    <Link
      href={props.crumb.href}
      dir="auto"
      title={props.crumb.label}
      className="truncate rounded-lg px-2 py-1 text-base text-muted transition hover:bg-hover hover:text-fg data-drop:bg-brand-soft data-drop:text-brand pointer-coarse:py-2.5"
      {...props.dropProps}
    >
      {props.crumb.label}
    </Link>
  );
}
