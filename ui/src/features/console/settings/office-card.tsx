import { useState } from 'react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { Switch } from '~/kit/switch';
import { SecretField } from '../secret-field';
import { officeCalls, type Connections, type OfficeServer } from './api';
import { ConnectionCard, ConnectionForm } from './connection-card';
import { useDraft } from './use-draft';

/** The server that edits documents of several people at once. */
export function OfficeCard({ office }: { office: Connections['onlyoffice'] }) {
  const [open, setOpen] = useState(false);
  if (open) return <OfficeForm office={office} onClose={() => setOpen(false)} />;
  return (
    <ConnectionCard
      title={t('connections.office')}
      text={t('connections.officeText')}
      source={office.source}
      instead=""
      forget={officeCalls.forget}
      onOpen={() => setOpen(true)}
      summary={
        office.value.url === '' ? (
          <span className="text-muted">{t('connections.officeNone')}</span>
        ) : (
          <>
            <bdi dir="ltr" className="break-all">
              {office.value.url}
            </bdi>
            {office.lost && <span className="text-danger">{t('connections.lost')}</span>}
          </>
        )
      }
    />
  );
}

type Field = 'url' | 'internal_url' | 'own_url' | 'header';

function OfficeForm({ office, onClose }: { office: Connections['onlyoffice']; onClose: () => void }) {
  const draft = useDraft<OfficeServer>(office.value, officeCalls, onClose);
  const { value, set, refused } = draft;
  const text = (field: Field, hint: string) => (
    <TextField
      latin
      label={t(`connections.office_${field}`)}
      hint={hint}
      maxLength={500}
      value={value[field]}
      error={refused[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  const mixed = office.reached_at.startsWith('https:') && value.url.startsWith('http:');
  return (
    <ConnectionForm
      title={t('connections.office')}
      text={t('connections.officeText')}
      draft={draft}
      good={t('connections.officeTested')}
      onClose={onClose}
    >
      {text('url', t('connections.officeUrlText'))}
      <SecretField
        label={t('connections.officeSecret')}
        stored={!!value.has_secret}
        value={value.secret}
        hint={t('connections.officeSecretText')}
        error={refused['secret']}
        onChange={(secret) => set({ secret })}
      />
      {text('internal_url', t('connections.officeInternalText'))}
      {text('own_url', t('connections.officeOwnText', { address: `\u2066${office.reached_at}\u2069` }))}
      {text('header', t('connections.officeHeaderText'))}
      <Switch
        label={t('connections.officeSkip')}
        hint={t('connections.officeSkipText')}
        checked={value.skip_verify}
        onChange={(skip_verify) => set({ skip_verify })}
      />
      {mixed && (
        <div className="sm:col-span-2">
          <Notice tone="warning">{t('connections.officeMixed')}</Notice>
        </div>
      )}
    </ConnectionForm>
  );
}
