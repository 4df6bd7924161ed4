import { Check, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { useAct } from '~/page/use-act';
import { Tag } from '../tag';
import { useMayChange } from '../use-rights';
import { names, setAside, type FirstSteps, type Name } from './api';

type Props = {
  steps: FirstSteps;
  name: Name;
  title: string;
  why: string;
  children: ReactNode;
};

const looks = {
  done: { tag: 'good', mark: 'bg-success-soft text-success' },
  open: { tag: 'warning', mark: 'bg-brand-soft text-brand' },
  broken: { tag: 'bad', mark: 'bg-danger-soft text-danger' },
  looking: { tag: 'calm', mark: 'bg-sunken text-muted' },
} as const;

/** One step: why it matters, what is already so, and what is to be done. */
export function StepCard({ steps, name, title, why, children }: Props) {
  const { state, dismissed } = steps[name];
  const { tag, mark } = looks[dismissed ? 'looking' : state];
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface">
      <header className="flex items-start gap-3.5 p-4 sm:gap-4 sm:p-6">
        <span aria-hidden="true" className={cx('grid size-9 shrink-0 place-items-center rounded-full font-bold', mark)}>
          <Mark state={dismissed ? 'open' : state} number={names.indexOf(name) + 1} />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="text-base font-bold">{title}</h2>
            {dismissed ? (
              <Tag tone="calm">{t('firstSteps.aside')}</Tag>
            ) : (
              <Tag tone={tag}>{t(`firstSteps.state_${state}`)}</Tag>
            )}
          </div>
          <p className="mt-0.5 text-pretty text-muted">{why}</p>
        </div>
      </header>
      <div className="grid grid-cols-1 gap-4 px-4 pb-5 sm:ps-19 sm:pe-6 sm:pb-6">
        {!dismissed && children}
        <AsideButton steps={steps} name={name} />
      </div>
    </section>
  );
}

function Mark({ state, number }: { state: FirstSteps['mail']['state']; number: number }) {
  if (state === 'done') return <Check size={19} />;
  if (state === 'broken') return <TriangleAlert size={18} />;
  if (state === 'looking') return <CircleDashed size={18} />;
  return <>{num(number)}</>;
}

/** Sets an open step aside, or takes it up again. */
function AsideButton({ steps, name }: { steps: FirstSteps; name: Name }) {
  const mayChange = useMayChange('system');
  const { busy, act } = useAct();
  const { state, dismissed } = steps[name];
  if (!mayChange || (!dismissed && state !== 'open' && state !== 'broken')) return null;
  const others = names.filter((one) => one !== name && steps[one].dismissed);
  const toggle = () => act(() => setAside(dismissed ? others : [...others, name]));
  return (
    <Button kind="ghost" busy={busy} className="-ms-4 justify-self-start text-muted" onClick={() => void toggle()}>
      {t(dismissed ? 'firstSteps.resume' : 'firstSteps.setAside')}
    </Button>
  );
}
