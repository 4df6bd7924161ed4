import { useState } from 'react';
import { useMutation } from '~/api/use-mutation';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { Badge } from '~/page/people/person';
import { t, useLang } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Setting, Settings } from '~/kit/setting';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { leaveGoogle, useGoogleAccount, visitGoogle } from './google-account';
import { ProviderIcon } from './icon';

/** The Google account by which the user edits documents. Renders nothing where that is not set up. */
export function GoogleSection() {
  useLang();
  const { data: account } = useGoogleAccount();
  const [leaving, setLeaving] = useState(false);
  const go = useMutation({ mutationFn: visitGoogle, onError: sayFault });
  if (!account || (!account.available && !account.email)) return null;
  const { email, lost, linked_at: since } = account;
  const connect = account.available && (lost || !email);
  return (
    <Card title={t('providers.googleTitle')} text={t('providers.googleText')}>
      <Settings>
        <li>
          <Setting
            icon={<ProviderIcon icon="google" />}
            title={t('providers.googleAccount')}
            badges={
              email &&
              (lost ? (
                <Badge tone="warning">{t('providers.googleLost')}</Badge>
              ) : (
                <Badge tone="success">{t('providers.connected')}</Badge>
              ))
            }
            text={
              email ? (
                <>
                  <bdi dir="ltr">{email}</bdi>
                  {since && (
                    <>
                      {' · '}
                      <span title={fullDate(since)}>{t('providers.since', { when: when(since) })}</span>
                    </>
                  )}
                </>
              ) : (
                t('providers.googleNone')
              )
            }
            actions={
              <>
                {connect && (
                  // The page is left: the button stays busy until then.
                  <Button kind="soft" busy={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
                    {t(lost ? 'providers.googleAgain' : 'providers.connect')}
                  </Button>
                )}
                {email && (
                  <Button kind="outline" onClick={() => setLeaving(true)}>
                    {t('providers.leave')}
                  </Button>
                )}
              </>
            }
          />
        </li>
      </Settings>
      {leaving && (
        <ConfirmDialog
          title={t('providers.googleLeaveTitle')}
          text={t('providers.googleLeaveText')}
          yes={t('providers.leave')}
          run={() =>
            leaveGoogle().then(() => void toast({ kind: 'success', title: t('providers.googleLeft') }), sayFault)
          }
          onClose={() => setLeaving(false)}
        />
      )}
    </Card>
  );
}
