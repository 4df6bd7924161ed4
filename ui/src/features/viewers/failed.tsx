import { CloudOff } from 'lucide-react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';

/** Shown in place of a file that could not be fetched or read. */
export function Failed({ text, onRetry }: { text: string; onRetry?: () => void }) {
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
