import { useState } from 'react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Select } from '~/kit/select';
import { NumberField } from '../number-field';
import { SecretField } from '../secret-field';
import { mailCalls, type Connections, type MailServer } from './api';
import { ConnectionCard, ConnectionForm } from './connection-card';
import { useDraft, type Draft } from './use-draft';

const ways: readonly MailServer['tls'][] = ['starttls', 'tls', 'off'];
const usual = { starttls: 587, tls: 465, off: 25 } as const;

/** The server that mails go out by. */
export function MailCard({ mail }: { mail: Connections['mail'] }) {
  const [open, setOpen] = useState(false);
  if (open) return <MailForm mail={mail} onClose={() => setOpen(false)} />;
  const { host, port, tls, from } = mail.value;
  return (
    <ConnectionCard
      title={t('connections.mail')}
      text={t('connections.mailText')}
      source={mail.source}
      instead={mail.instead}
      forget={mailCalls.forget}
      onOpen={() => setOpen(true)}
      summary={
        mail.source === 'none' ? (
          <span className="text-muted">{t('connections.mailNone')}</span>
        ) : (
          <>
            <bdi dir="ltr" className="font-medium break-all">
              {host}:{port || usual[tls]}
            </bdi>
            <bdi dir="auto" className="text-muted break-all">
              {from}
            </bdi>
          </>
        )
      }
    />
  );
}

function MailForm({ mail, onClose }: { mail: Connections['mail']; onClose: () => void }) {
  const draft = useDraft<MailServer>(mail.value, mailCalls, onClose);
  return (
    <ConnectionForm
      title={t('connections.mail')}
      text={t('connections.mailText')}
      draft={draft}
      good={t('connections.mailTested')}
      onClose={onClose}
    >
      <MailFields draft={draft} />
    </ConnectionForm>
  );
}

/** The fields of a mail server. */
export function MailFields({ draft: { value, set, refused } }: { draft: Draft<MailServer> }) {
  return (
    <>
      <TextField
        latin
        label={t('connections.host')}
        maxLength={500}
        value={value.host}
        error={refused['host']}
        onChange={(event) => set({ host: event.currentTarget.value })}
      />
      <NumberField
        label={t('connections.port')}
        value={value.port}
        open={{ value: 0, words: String(usual[value.tls]) }}
        error={refused['port']}
        onChange={(port) => set({ port })}
      />
      <Select
        label={t('connections.tls')}
        value={value.tls}
        options={ways.map((way) => ({ value: way, label: t(`connections.tls_${way}`) }))}
        error={refused['tls']}
        onChange={(tls) => set({ tls })}
      />
      <TextField
        latin
        label={t('connections.from')}
        hint={<bdi dir="ltr">Anbar &lt;anbar@example.org&gt;</bdi>}
        maxLength={500}
        value={value.from}
        error={refused['from']}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextField
        latin
        label={t('connections.user')}
        hint={t('connections.userText')}
        autoComplete="off"
        maxLength={500}
        value={value.user}
        error={refused['user']}
        onChange={(event) => set({ user: event.currentTarget.value })}
      />
      <SecretField
        label={t('connections.password')}
        stored={!!value.has_secret}
        value={value.secret}
        error={refused['secret']}
        onChange={(secret) => set({ secret })}
      />
    </>
  );
}
