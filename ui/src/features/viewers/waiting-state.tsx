import { useEffect, useState } from 'react';
import { t } from '~/i18n';
import { Spinner } from '~/kit/spinner';

const QUIET = 350;
const SLOW = 4000;

/** Shows nothing at first, so that fast loading does not flash; then that it is loading; then that it takes longer. */
export function WaitingState() {
  const [phase, setPhase] = useState<'quiet' | 'loading' | 'slow'>('quiet');
  useEffect(() => {
    const loading = setTimeout(() => setPhase('loading'), QUIET);
    const slow = setTimeout(() => setPhase('slow'), SLOW);
    return () => {
      clearTimeout(loading);
      clearTimeout(slow);
    };
  }, []);
  return (
    <div role="status" className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-muted">
      {phase !== 'quiet' && (
        <>
          <Spinner className="size-7" />
          {phase === 'slow' ? t('preview.slow') : t('preview.loading')}
        </>
      )}
    </div>
  );
}
