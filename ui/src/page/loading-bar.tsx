import { useSyncExternalStore } from 'react';
import { queryClient } from '~/api/query';
import { t } from '~/i18n';
import { Progress } from '~/kit/progress';

/** A bar while a page loads. It waits a moment, so that fast pages do not flash. */
export function LoadingBar() {
  return (
    <div className="fixed inset-x-0 top-0 z-70 animate-appear">
      <Progress label={t('common.loading')} value={null} className="h-0.5 rounded-none bg-transparent" />
    </div>
  );
}

const subscribe = (listener: () => void) => queryClient.getMutationCache().subscribe(listener);
const isSaving = () => queryClient.isMutating() > 0;

/** Something is being saved, anywhere. */
export function SavingBar() {
  return useSyncExternalStore(subscribe, isSaving) ? <LoadingBar /> : null;
}
