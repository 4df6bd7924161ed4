import { canSeal } from '~/api/drafts';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { useQuestion } from './sign-out';

/** Asks before a sign-out what becomes of edits that are not saved. */
export function SignOutQuestion() {
  const question = useQuestion();
  if (!question) return null;
  const { count, answer } = question;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answer('stay')}
      title={t('offline.unsavedTitle')}
      description={t(canSeal() ? 'offline.unsavedText' : 'offline.unsavedOpen', { n: count })}
      footer={
        <>
          <Button onClick={() => answer('stay')}>{t('common.cancel')}</Button>
          <Button kind="danger" onClick={() => answer('discard')}>
            {t('offline.unsavedDiscard')}
          </Button>
          {canSeal() && (
            <Button kind="solid" onClick={() => answer('keep')}>
              {t('offline.unsavedKeep')}
            </Button>
          )}
        </>
      }
    />
  );
}
