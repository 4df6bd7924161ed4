import { lazy, Suspense, useEffect, useState } from 'react';
import { withWords } from '~/i18n';
import { whenRewind, type Target } from './start';

const RewindDialog = lazy(async () => ({
  default: (await withWords(import('./rewind-dialog'), 'rewind', 'dates')).RewindDialog,
}));

/** Opens the dialog when the past of a directory is asked for. */
export function Rewind() {
  const [target, setTarget] = useState<Target | null>(null);
  useEffect(() => whenRewind(setTarget), []);
  return (
    target && (
      <Suspense>
        <RewindDialog key={target.directoryId} target={target} onClose={() => setTarget(null)} />
      </Suspense>
    )
  );
}
