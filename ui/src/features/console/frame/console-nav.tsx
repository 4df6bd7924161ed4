import { ArrowLeft } from 'lucide-react';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { num, t } from '~/i18n';
import { cx } from '~/kit/cx';
import type { Section } from './sections';
import { useWaiting, type Waiting } from './use-waiting';

interface Props {
  readonly sections: readonly Section[];
  readonly here: Section;
  /** Shown above the sections. */
  readonly head: ReactNode;
}

const rowClass = 'flex h-9 shrink-0 items-center gap-3 rounded-control px-3 transition pointer-coarse:h-11';

/** The sections of the console by their groups with the work that waits there, and the way back to the drive. */
export function ConsoleNav({ sections, here, head }: Props) {
  const waiting = useWaiting();
  const listed = sections.filter(({ under }) => !under);
  const list = useRef<HTMLDivElement>(null);
  // The section that is open may be below the fold of a low window.
  useEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' }), [here.id]);
  return (
    <nav aria-label={t('console.sections')} className="flex min-h-0 w-full flex-col gap-2 p-3">
      {head}
      <div
        ref={list}
        className="scroll-thin scroll-fade -mx-1 flex min-h-0 flex-1 flex-col overflow-y-auto px-1 py-0.5"
      >
        {listed.map((section, index) => (
          <Fragment key={section.id}>
            {section.group && section.group !== listed[index - 1]?.group && (
              <p className="px-3 pt-2 pb-0.5 text-xs text-muted">{t(`console.group_${section.group}`)}</p>
            )}
            <SectionLink
              section={section}
              current={section.id === (here.under ?? here.id)}
              waiting={waiting[section.id]}
            />
          </Fragment>
        ))}
      </div>
      <Link href="/workspace" className={cx(rowClass, 'text-muted hover:bg-hover hover:text-fg')}>
        <ArrowLeft size={18} aria-hidden="true" className="rtl:rotate-180" />
        {t('console.back')}
      </Link>
    </nav>
  );
}

type LinkProps = { section: Section; current: boolean; waiting: Waiting | undefined };

function SectionLink({ section: { id, label, Icon }, current, waiting }: LinkProps) {
  return (
    <Link
      href={`/admin/${id}`}
      aria-current={current ? 'page' : undefined}
      className={cx(rowClass, 'font-medium', current ? 'bg-brand-soft font-semibold text-brand' : 'hover:bg-hover')}
    >
      <Icon size={19} aria-hidden="true" className={cx('shrink-0', !current && 'text-muted')} />
      <span className="min-w-0 flex-1 truncate">{t(label)}</span>
      {waiting && (
        <span
          className={cx(
            'min-w-6 rounded-full px-1.5 py-0.5 text-center text-2xs font-semibold',
            waiting.late ? 'bg-danger-soft text-danger' : 'bg-brand-soft text-brand',
          )}
        >
          {num(waiting.count)}
        </span>
      )}
    </Link>
  );
}
