import { t } from '~/i18n';
import { useMutation } from '~/api/use-mutation';
import { Card } from '~/kit/layout';
import { Switch } from '~/kit/switch';
import { sayFault } from '~/page/say-fault';
import { saveSending, useSending } from './api';

/** Whether contents of a workspace may leave this server for summaries. Where no model is set up there is nothing to allow. */
export function SendingCard({ spaceId }: { spaceId: string }) {
  const { data } = useSending(spaceId);
  const save = useMutation({
    mutationFn: (host: string) => saveSending(spaceId, host),
    onError: sayFault,
  });
  if (!data || data.host === '' || data.ai_agent !== 'full') return null;
  return (
    <Card title={t('summaries.sendingTitle')}>
      <Switch
        label={t('summaries.sending', { host: `\u2066${data.host}\u2069` })}
        hint={
          data.may_change
            ? t('summaries.sendingHint', { model: `\u2066${data.model}\u2069` })
            : t('summaries.sendingOwner')
        }
        checked={save.isPending ? save.variables !== '' : data.allowed}
        disabled={save.isPending || !data.may_change}
        onChange={(allowed) => save.mutate(allowed ? data.host : '')}
      />
    </Card>
  );
}
