import { CloudOff } from 'lucide-react';
import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';

/** Shown in place of a file that could not be fetched or read. */
export function FailureState({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className="grid h-full place-items-center">
      <State
        alert
        tone="danger"
        icon={<CloudOff size={36} strokeWidth={1.6} />}
        title={t('preview.errorTitle')}
        text={text}
        actions={
          onRetry && (
            <Button kind="soft" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}

const FINAL = ['document_locked', 'document_unreadable'];

/** Whether the server read the file and found that it cannot be shown: it will say the same again. */
export const isFinal = (error: unknown): boolean => error instanceof Fault && FINAL.includes(error.key ?? '');

/** The answer of the server in place of a file; trying again is offered where it may help. */
export function RefusalState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <FailureState text={faultText(error, 'preview')} {...(!isFinal(error) && { onRetry })} />;
}
