import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { isolateLatin, num, t } from '~/i18n';

export interface Step {
  title: string;
  text?: string;
  /** Things that the step needs: a value to copy, a button. */
  with?: ReactNode;
}

export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid min-w-0 content-start gap-5">
      {steps.map((step, index) => (
        <li key={step.title} className="flex gap-3">
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-xs font-bold text-brand"
          >
            {num(index + 1)}
          </span>
          <div className="grid min-w-0 flex-1 gap-1 pt-0.5">
            <span className="font-semibold">{isolateLatin(step.title)}</span>
            {step.text && <span className="text-xs text-pretty text-muted">{isolateLatin(step.text)}</span>}
            {step.with && <div className="mt-1.5 min-w-0">{step.with}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The things that work this way, and those that do not. */
export function Works({ yes, no }: { yes: readonly string[]; no: readonly string[] }) {
  return (
    <div className="grid content-start gap-2">
      <h3 className="font-semibold">{t('devices.works')}</h3>
      <ul className="grid gap-1.5">
        {yes.map((text) => (
          <li key={text} className="flex gap-2">
            <Check size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
            <span>{isolateLatin(text)}</span>
          </li>
        ))}
        {no.map((text) => (
          <li key={text} className="flex gap-2 text-muted">
            <Minus size={17} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span>{isolateLatin(text)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
