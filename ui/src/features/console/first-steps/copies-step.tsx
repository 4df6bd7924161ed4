import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { t } from '~/i18n';
import { fullDate, size, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { useAct } from '~/page/use-act';
import { problemWords } from '../copies/copy-words';
import { Tag } from '../tag';
import { useMayChange } from '../use-rights';
import type { FirstSteps } from './api';
import { CopiesWays } from './copies-ways';
import { Facts, Quotation, type Fact } from './facts';
import { SheetBox } from './sheet-box';
import { StepCard } from './step-card';

type Props = { steps: FirstSteps; look: () => Promise<unknown> };

/** Where copies go, and whether one was seen there and read back. */
export function CopiesStep({ steps, look }: Props) {
  const { copies: step } = steps;
  const { on } = step.copies;
  const [changing, setChanging] = useState(false);
  const mustMove = !on || step.same_disk;
  return (
    <StepCard steps={steps} name="copies" title={t('firstSteps.copies')} why={t('firstSteps.copiesWhy')}>
      {on && <Facts facts={[targetFact(step), seenFact(step), readFact(step)]} />}
      {on && step.same_disk && <Notice tone="warning">{t('firstSteps.sameDisk')}</Notice>}
      {on && <SheetBox />}
      {on && (
        <div className="flex flex-wrap gap-2">
          <ProveButton step={step} />
          {!mustMove && (
            <Button kind="outline" aria-expanded={changing} onClick={() => setChanging(!changing)}>
              {t('firstSteps.changeTarget')}
            </Button>
          )}
        </div>
      )}
      {(mustMove || changing) && <CopiesWays file={steps.file} look={look} />}
    </StepCard>
  );
}

type Step = FirstSteps['copies'];

function targetFact({ copies, same_disk }: Step): Fact {
  return {
    title: t('firstSteps.target'),
    mark: copies.failing ? 'bad' : same_disk ? 'open' : 'good',
    text: (
      <>
        <bdi dir="ltr" className="font-semibold wrap-anywhere">
          {copies.target}
        </bdi>
        {copies.failing && (
          <>
            <span className="block">{problemWords(copies.problem)}</span>
            <Quotation words={copies.words} />
          </>
        )}
      </>
    ),
  };
}

function seenFact({ copies: { proven_at: at } }: Step): Fact {
  return {
    title: t('firstSteps.seen'),
    mark: at ? 'good' : 'open',
    text: at ? <span title={fullDate(at)}>{when(at)}</span> : t('firstSteps.notSeen'),
  };
}

function readFact({ proof, running }: Step): Fact {
  const title = t('firstSteps.readBack');
  if (running) return { title, mark: 'plain', text: t('firstSteps.proving') };
  if (!proof) return { title, mark: 'open', text: t('firstSteps.notRead') };
  if (!proof.good) return { title, mark: 'bad', text: t('firstSteps.proofFailed', { time: when(proof.at) }) };
  return {
    title,
    mark: 'good',
    text: (
      <span className="flex flex-wrap items-center gap-x-2">
        {t('firstSteps.readBackText', { size: size(proof.bytes), time: when(proof.at) })}
        {proof.whole && <Tag tone="good">{t('consoleSystem.drillWhole')}</Tag>}
      </span>
    ),
  };
}

/** Restores a copy aside, and reads it. */
function ProveButton({ step }: { step: Step }) {
  const mayChange = useMayChange('system');
  const { busy, act } = useAct();
  if (!mayChange) return null;
  const prove = () =>
    act(async () => {
      await api.post('admin/jobs/{name}/run', { path: { name: 'copies_drill' } });
      await changed.jobs();
    }, t('firstSteps.proveStarted'));
  return (
    <Button
      kind={step.state === 'done' || step.same_disk ? 'outline' : 'solid'}
      busy={busy || step.running}
      icon={<ShieldCheck size={17} aria-hidden="true" />}
      onClick={() => void prove()}
    >
      {t('firstSteps.prove')}
    </Button>
  );
}
