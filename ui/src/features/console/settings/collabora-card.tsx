import { useState } from 'react';
import { t } from '~/i18n';
import { testWopi, wopiCalls, type Connections, type WopiServer } from './api';
import { ConnectionForm } from './connection-card';
import { OfficeServerCard, OfficeServerFields } from './office-server';
import { useDraft } from './use-draft';

/** The office server that edits documents by WOPI. */
export const CollaboraCard = ({ wopi }: { wopi: Connections['wopi'] }) => (
  <OfficeServerCard
    title={t('connections.collabora')}
    text={t('connections.collaboraText')}
    source={wopi.source}
    url={wopi.value.url}
    forget={wopiCalls.forget}
    renderForm={(onClose) => <CollaboraForm wopi={wopi} onClose={onClose} />}
  />
);

function CollaboraForm({ wopi, onClose }: { wopi: Connections['wopi']; onClose: () => void }) {
  const [isSure, setIsSure] = useState(true);
  const test = async (server: WopiServer) => {
    const { failed, isChecked } = await testWopi(server);
    setIsSure(isChecked);
    return failed;
  };
  const draft = useDraft<WopiServer>(wopi.value, { ...wopiCalls, test }, onClose);
  return (
    <ConnectionForm
      title={t('connections.collabora')}
      text={t('connections.collaboraText')}
      draft={draft}
      good={t(isSure ? 'connections.collaboraTested' : 'connections.collaboraUnsure')}
      onClose={onClose}
    >
      <OfficeServerFields draft={draft} reachedAt={wopi.reached_at} />
    </ConnectionForm>
  );
}
