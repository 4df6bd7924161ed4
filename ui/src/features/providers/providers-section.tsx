import { useState } from 'react';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { Badge } from '~/page/people/person';
import type { Identity } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t, useLang } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Setting, Settings } from '~/kit/setting';
import { toast } from '~/kit/toast';
import { useProviders } from './api';
import { ProviderIcon } from './icon';
import { disconnect, useIdentities } from './identities';
import { visitProvider } from './oauth-redirect';

interface Row {
  id: string;
  title: string;
  icon: string;
  identity: Identity | undefined;
}

/** The providers by which the user can sign in. Renders nothing when the server has none. */
export function ProvidersSection() {
  useLang();
  const providers = useProviders();
  const identities = useIdentities();
  const [leaving, setLeaving] = useState<Row | null>(null);
  const error = providers.error ?? identities.error;
  const rows: Row[] | undefined = providers.data &&
    identities.data && [
      ...providers.data.map(({ id, title, icon }) => ({
        id,
        title,
        icon,
        identity: identities.data.find(({ provider }) => provider === id),
      })),
      // Connected once, and since taken out of the server's settings.
      ...identities.data
        .filter(({ provider }) => !providers.data.some(({ id }) => id === provider))
        .map((identity) => ({ id: identity.provider, title: identity.title, icon: '', identity })),
    ];
  if (rows?.length === 0) return null;
  return (
    <Card title={t('providers.title')} text={t('providers.text')}>
      {!rows && !error && <RowsSkeleton rows={1} />}
      {!rows && error && (
        <Trouble
          error={error}
          retry={() => {
            void providers.refetch();
            void identities.refetch();
          }}
        />
      )}
      {rows && (
        <Settings>
          {rows.map((row) => (
            <ProviderRow key={row.id} row={row} onLeave={() => setLeaving(row)} />
          ))}
        </Settings>
      )}
      {leaving && (
        <ConfirmDialog
          title={t('providers.leaveTitle', { name: leaving.title })}
          text={t('providers.leaveText')}
          yes={t('providers.leave')}
          run={() =>
            disconnect(leaving.id).then(
              () => void toast({ kind: 'success', title: t('providers.left', { name: leaving.title }) }),
              sayFault,
            )
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  );
}

function ProviderRow({ row: { id, title, icon, identity }, onLeave }: { row: Row; onLeave: () => void }) {
  const go = useMutation({ mutationFn: () => visitProvider(id, 'link'), onError: sayFault });
  return (
    <li>
      <Setting
        icon={<ProviderIcon icon={icon} />}
        title={<bdi>{title}</bdi>}
        badges={identity && <Badge tone="success">{t('providers.connected')}</Badge>}
        text={identity ? <UseDates identity={identity} /> : t('providers.hint', { name: title })}
        actions={
          identity ? (
            <Button kind="outline" aria-label={t('providers.leaveOf', { name: title })} onClick={onLeave}>
              {t('providers.leave')}
            </Button>
          ) : (
            <Button
              kind="soft"
              // The page is left: the button stays busy until then.
              busy={go.isPending || go.isSuccess}
              aria-label={t('providers.connectTo', { name: title })}
              onClick={() => go.mutate()}
            >
              {t('providers.connect')}
            </Button>
          )
        }
      />
    </li>
  );
}

function UseDates({ identity: { email, created_at: at, last_used: used } }: { identity: Identity }) {
  return (
    <>
      {email && (
        <>
          <bdi dir="ltr">{email}</bdi> ·{' '}
        </>
      )}
      {used ? (
        <span title={fullDate(used)}>{t('providers.used', { when: when(used) })}</span>
      ) : (
        <span title={fullDate(at)}>{t('providers.since', { when: when(at) })}</span>
      )}
    </>
  );
}
