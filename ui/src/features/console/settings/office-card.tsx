import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { SecretField } from '../secret-field';
import { officeCalls, type Connections, type OfficeServer } from './api';
import { ConnectionForm } from './connection-card';
import { OfficeServerCard, OfficeServerFields } from './office-server';
import { useDraft } from './use-draft';

/** The office server that is asked by the protocol of ONLYOFFICE Docs. */
export const OfficeCard = ({ office }: { office: Connections['onlyoffice'] }) => (
  <OfficeServerCard
    title={t('connections.office')}
    text={t('connections.officeText')}
    source={office.source}
    url={office.value.url}
    lost={office.lost}
    forget={officeCalls.forget}
    renderForm={(onClose) => <OfficeForm office={office} onClose={onClose} />}
  />
);

function OfficeForm({ office, onClose }: { office: Connections['onlyoffice']; onClose: () => void }) {
  const draft = useDraft<OfficeServer>(office.value, officeCalls, onClose);
  const { value, set, refused } = draft;
  return (
    <ConnectionForm
      title={t('connections.office')}
      text={t('connections.officeText')}
      draft={draft}
      good={t('connections.officeTested')}
      onClose={onClose}
    >
      <OfficeServerFields
        draft={draft}
        reachedAt={office.reached_at}
        secret={
          <SecretField
            label={t('connections.officeSecret')}
            stored={!!value.has_secret}
            value={value.secret}
            hint={t('connections.officeSecretText')}
            error={refused['secret']}
            onChange={(secret) => set({ secret })}
          />
        }
        more={
          <TextField
            latin
            label={t('connections.office_header')}
            hint={t('connections.officeHeaderText')}
            maxLength={500}
            value={value.header}
            error={refused['header']}
            onChange={(event) => set({ header: event.currentTarget.value })}
          />
        }
      />
    </ConnectionForm>
  );
}
