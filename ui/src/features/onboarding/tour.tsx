import { useEffect, useState } from 'react';
import { meQuery } from '~/api/me';
import { queryClient } from '~/api/query';
import { keepMe, saveMe } from '~/api/save-me';
import { sayFault } from '~/page/say-fault';
import { isRtl, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Coach } from '~/kit/coach';
import { useMedia } from '~/kit/use-media';
import { isTourAsked } from './again';
import { stepsHere, type Step } from './steps';

const words = {
  upload: { title: 'onboarding.uploadTitle', text: 'onboarding.uploadText' },
  share: { title: 'onboarding.shareTitle', text: 'onboarding.shareText' },
  find: { title: 'onboarding.findTitle', text: 'onboarding.findText' },
} as const;

const PATIENCE = 4000;

/** So long after the last key or press nobody is in the midst of something, in ms. */
const REST = 5000;

let actedAt = -Infinity;
for (const type of ['pointerdown', 'keydown']) {
  addEventListener(type, () => (actedAt = performance.now()), { capture: true, passive: true });
}

/** Nothing is put over a dialog, a page that still loads, the first steps, an upload or a file that is being chosen. */
function isBusy(): boolean {
  if (document.querySelector('[role=dialog], main .animate-shimmer')) return true;
  if (isTourAsked()) return false;
  if (document.querySelector('[data-state=first-day], [data-tray]')) return true;
  return performance.now() - actedAt < REST || !document.hasFocus();
}

/** The page is drawn piece by piece: waits for all the places, for a while. */
function useSteps(): Step[] | null {
  const [steps, setSteps] = useState<Step[] | null>(null);
  useEffect(() => {
    if (steps) return undefined;
    let until = Date.now() + PATIENCE;
    const timer = setInterval(() => {
      const here = stepsHere();
      if (isBusy()) {
        until = Date.now() + PATIENCE;
        return;
      }
      if (here.length === 3 || (here.length > 0 && Date.now() > until)) setSteps(here);
    }, 250);
    return () => clearInterval(timer);
  }, [steps]);
  return steps;
}

/** Seen or skipped, it is not shown again by itself. */
function end() {
  const me = queryClient.getQueryData<Awaited<ReturnType<typeof meQuery.queryFn>>>(meQuery.queryKey);
  if (me) keepMe({ ...me, is_onboarded: true });
  saveMe({ is_onboarded: true }).catch(sayFault);
}

/** Three hints for new users: upload files, share them, find them. */
export function Tour() {
  const steps = useSteps();
  const touch = useMedia('(pointer: coarse)');
  const [at, setAt] = useState(0);
  const step = steps?.[at];
  if (!steps || !step) return null;
  const last = at === steps.length - 1;
  return (
    <Coach
      findAnchor={step.findAnchor}
      beside={step.beside}
      rtl={isRtl()}
      title={t(words[step.id].title)}
      text={t(touch && step.id === 'upload' ? 'onboarding.uploadTouch' : words[step.id].text)}
      progress={t('onboarding.progress', { at: at + 1, n: steps.length })}
      onClose={end}
      footer={
        <>
          {!last && (
            <Button className="-ms-3" onClick={end}>
              {t('onboarding.skip')}
            </Button>
          )}
          <span className="flex-1" />
          {at > 0 && (
            <Button kind="outline" onClick={() => setAt(at - 1)}>
              {t('onboarding.back')}
            </Button>
          )}
          <Button kind="solid" data-first onClick={() => (last ? end() : setAt(at + 1))}>
            {t(last ? 'onboarding.done' : 'onboarding.next')}
          </Button>
        </>
      }
    />
  );
}
