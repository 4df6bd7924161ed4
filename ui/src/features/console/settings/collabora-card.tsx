import { useState } from 'react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { Switch } from '~/kit/switch';
import { testWopi, wopiCalls, type Connections, type WopiServer } from './api';
import { ConnectionCard, ConnectionForm } from './connection-card';
import { useDraft } from './use-draft';

/** The office server that edits documents by WOPI. */
export function CollaboraCard({ wopi }: { wopi: Connections['wopi'] }) {
  const [open, setOpen] = useState(false);
  if (open) return <CollaboraForm wopi={wopi} onClose={() => setOpen(false)} />;
  return (
    <ConnectionCard
      title={t('connections.collabora')}
      text={t('connections.collaboraText')}
      source={wopi.source}
      instead=""
      forget={wopiCalls.forget}
      onOpen={() => setOpen(true)}
      summary={
        wopi.value.url && (
          <bdi dir="ltr" className="break-all text-muted">
            {wopi.value.url}
          </bdi>
        )
      }
    />
  );
}

function CollaboraForm({ wopi, onClose }: { wopi: Connections['wopi']; onClose: () => void }) {
  const [isSure, setIsSure] = useState(true);
  const test = async (server: WopiServer) => {
    const { failed, isChecked } = await testWopi(server);
    setIsSure(isChecked);
    return failed;
  };
  const draft = useDraft<WopiServer>(wopi.value, { ...wopiCalls, test }, onClose);
  const { value, set, refused } = draft;
  const text = (field: 'url' | 'internal_url' | 'own_url', hint: string) => (
    <TextField
      latin
      type="url"
      label={t(`connections.office_${field}`)}
      hint={hint}
      maxLength={500}
      value={value[field]}
      error={refused[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  const isMixed = wopi.reached_at.startsWith('https:') && value.url.startsWith('http:');
  return (
    <ConnectionForm
      title={t('connections.collabora')}
      text={t('connections.collaboraText')}
      draft={draft}
      good={t(isSure ? 'connections.collaboraTested' : 'connections.collaboraUnsure')}
      onClose={onClose}
    >
      {text('url', t('connections.officeUrlText'))}
      {text('internal_url', t('connections.officeInternalText'))}
      {text('own_url', t('connections.officeOwnText', { address: `\u2066${wopi.reached_at}\u2069` }))}
      <Switch
        label={t('connections.officeSkip')}
        hint={t('connections.officeSkipText')}
        checked={value.skip_verify}
        onChange={(skip) => set({ skip_verify: skip })}
      />
      {isMixed && (
        <div className="sm:col-span-2">
          <Notice tone="warning">{t('connections.officeMixed')}</Notice>
        </div>
      )}
    </ConnectionForm>
  );
}
