import { useState } from 'react';
import { t } from '~/i18n';
import { CopyField } from '~/kit/copy-field';
import { TextField } from '~/kit/field';
import { SecretField } from '../secret-field';
import { Tag } from '../tag';
import { googleCalls, type Connections } from './api';
import { ConnectionCard, ConnectionForm } from './connection-card';
import { useDraft } from './use-draft';

type Props = { google: Connections['google'] };

/** The client at Google by which people edit documents in their own Google Drive. */
export function GoogleCard({ google }: Props) {
  const [open, setOpen] = useState(false);
  if (open) return <GoogleForm google={google} onClose={() => setOpen(false)} />;
  return (
    <ConnectionCard
      title={t('connections.google')}
      text={t('connections.googleText')}
      source={google.source}
      instead=""
      forget={googleCalls.forget}
      onOpen={() => setOpen(true)}
      summary={
        google.value.client_id ? (
          <>
            <bdi dir="ltr" className="break-all text-muted">
              {google.value.client_id}
            </bdi>
            {google.lost && <Tag tone="warning">{t('connections.lost')}</Tag>}
          </>
        ) : (
          <span className="text-muted">{t('connections.googleNone')}</span>
        )
      }
    />
  );
}

function GoogleForm({ google, onClose }: Props & { onClose: () => void }) {
  const draft = useDraft(google.value, googleCalls, onClose);
  const { value, set, refused } = draft;
  const back = t('connections.callback');
  return (
    <ConnectionForm
      title={t('connections.google')}
      text={t('connections.googleText')}
      draft={draft}
      good={t('connections.googleTested')}
      onClose={onClose}
    >
      <TextField
        latin
        label={t('connections.provider_client_id')}
        autoComplete="off"
        maxLength={500}
        value={value.client_id}
        error={refused['client_id']}
        onChange={(event) => set({ client_id: event.currentTarget.value })}
      />
      <SecretField
        label={t('connections.clientSecret')}
        stored={!!value.has_secret}
        value={value.secret}
        error={refused['secret']}
        onChange={(secret) => set({ secret })}
      />
      <div className="sm:col-span-2">
        <CopyField
          label={back}
          value={google.callback}
          copyLabel={t('console.copy', { label: back })}
          copiedLabel={t('console.copied')}
        />
        <p className="mt-1.5 text-xs text-muted">{t('connections.googleCallbackText')}</p>
      </div>
    </ConnectionForm>
  );
}
