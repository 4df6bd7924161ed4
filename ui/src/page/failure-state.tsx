import { CloudOff } from 'lucide-react';
import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';

type Props = { error: unknown; retry: () => unknown; page?: boolean };

const isOffline = (error: unknown) => error instanceof Fault && error.kind === 'noInternet';

/** The state of a page or a list that could not be fetched: the reason, and another try. */
export function FailureState({ error, retry, page }: Props) {
  const id = error instanceof Fault && error.kind === 'server' ? error.requestId : undefined;
  return (
    <State
      alert
      page={page}
      tone="danger"
      icon={<CloudOff size={34} />}
      title={isOffline(error) ? t('frame.notKeptTitle') : t('common.errorTitle')}
      text={
        <>
          {faultText(error)}
          {id && <p className="mt-2 text-xs">{t('common.requestId', { id })}</p>}
        </>
      }
      actions={
        <Button kind="soft" onClick={() => void retry()}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
