import { Link2, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useMutation } from '~/api/use-mutation';
import { sayFault } from '~/page/say-fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Setting } from '~/kit/setting';
import { checkChain } from './api';

/** Tells whether the log was changed outside the server. */
export function ChainCheck() {
  const check = useMutation({ mutationFn: checkChain, onError: sayFault });
  const found = check.data;
  const Icon = !found ? Link2 : found.intact ? ShieldCheck : ShieldAlert;
  return (
    <Card>
      <div role="status" className="-my-4">
        <Setting
          icon={<Icon size={20} />}
          tone={!found ? 'calm' : found.intact ? 'success' : 'danger'}
          title={found ? t(found.intact ? 'audit.intact' : 'audit.broken') : t('audit.chain')}
          text={
            found
              ? t(found.intact ? 'audit.intactText' : 'audit.brokenText', { n: found.events })
              : t('audit.chainText')
          }
          actions={
            <Button kind="outline" busy={check.isPending} onClick={() => check.mutate()}>
              {t(found ? 'audit.checkAgain' : 'audit.check')}
            </Button>
          }
        />
      </div>
    </Card>
  );
}
