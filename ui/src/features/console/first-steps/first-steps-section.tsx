import { ArrowLeft, CircleCheck, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { noteFirstStepsSeen } from '~/api/first-steps-seen';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Button, buttonClass } from '~/kit/button';
import { Progress } from '~/kit/progress';
import { ScrollArea } from '~/kit/scroll-area';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { SectionColumn, SectionFrame } from '../section-frame';
import { AddressStep } from './address-step';
import { names, useFirstSteps, type FirstSteps } from './api';
import { CopiesStep } from './copies-step';
import { MailStep } from './mail-step';
import { PeopleStep } from './people-step';

/** The steps of the first hour. What is done is looked at each time, and shown as it is. */
export function FirstStepsSection() {
  const { steps, error, retry, looking, look } = useFirstSteps();
  const title = t('consoleSystem.firstSteps');
  useEffect(noteFirstStepsSeen, []);
  return (
    <SectionFrame
      title={title}
      actions={
        <>
          <Button
            kind="outline"
            busy={looking}
            icon={<RefreshCw size={17} aria-hidden="true" />}
            onClick={() => void look()}
          >
            {t('firstSteps.look')}
          </Button>
          <Link href="/" className={buttonClass(steps?.left === 0 ? 'solid' : 'ghost')}>
            {t('firstSteps.leave')}
            <ArrowLeft size={17} aria-hidden="true" className="ltr:rotate-180" />
          </Link>
        </>
      }
    >
      <ScrollArea label={title}>
        <SectionColumn narrow>
          {!steps && (error ? <Trouble error={error} retry={retry} /> : <RowsSkeleton rows={6} />)}
          {steps && (
            <>
              <Summary steps={steps} />
              <AddressStep steps={steps} look={look} />
              <MailStep steps={steps} />
              <CopiesStep steps={steps} look={look} />
              <PeopleStep steps={steps} />
            </>
          )}
        </SectionColumn>
      </ScrollArea>
    </SectionFrame>
  );
}

/** How far it is. */
function Summary({ steps }: { steps: FirstSteps }) {
  const done = names.filter((name) => steps[name].state === 'done').length;
  const words = t('firstSteps.progress', { done, n: names.length });
  return (
    <div className="grid gap-3">
      {done === names.length ? (
        <div role="status" className="flex items-start gap-3 rounded-card bg-success-soft p-4 sm:px-6">
          <CircleCheck size={22} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
          <div>
            <p className="font-bold">{t('firstSteps.ready')}</p>
            <p className="text-pretty">{t('firstSteps.readyText')}</p>
          </div>
        </div>
      ) : (
        <p className="text-pretty text-muted">{t('firstSteps.text')}</p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <Progress label={words} value={done / names.length} valueText={words} tone="success" className="h-2! flex-1" />
        <span aria-hidden="true" className="text-sm font-medium">
          {words}
        </span>
      </div>
      {steps.looked_at && (
        <p className="text-xs text-muted" title={fullDate(steps.looked_at)}>
          {t('firstSteps.looked', { time: when(steps.looked_at) })}
        </p>
      )}
    </div>
  );
}
