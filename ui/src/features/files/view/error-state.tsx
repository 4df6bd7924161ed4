import { CloudOff, FolderSearch } from 'lucide-react';
import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { ScrollArea } from '~/kit/scroll-area';
import { State } from '~/kit/state';

/** The server answers alike for entries that do not exist and for those the user may not see. */
const isGone = (error: unknown) => error instanceof Fault && error.key === 'invalid_id';

export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const gone = isGone(error);
  const offline = error instanceof Fault && error.kind === 'noInternet';
  return (
    <ScrollArea centered label={t(gone ? 'files.goneTitle' : 'files.errorTitle')}>
      <State
        alert
        tone={gone ? 'calm' : 'danger'}
        icon={gone ? <FolderSearch size={36} strokeWidth={1.6} /> : <CloudOff size={36} strokeWidth={1.6} />}
        title={t(gone ? 'files.goneTitle' : offline ? 'frame.notKeptTitle' : 'files.errorTitle')}
        text={gone ? t('files.goneText') : faultText(error)}
        actions={
          <Button kind="soft" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      />
    </ScrollArea>
  );
}
