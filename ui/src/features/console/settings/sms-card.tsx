import { useState } from 'react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Select } from '~/kit/select';
import { CodeArea } from '../code-area';
import { SecretField } from '../secret-field';
import { smsCalls, type Connections, type SMSGateway } from './api';
import { ConnectionCard, ConnectionForm } from './connection-card';
import { useDraft } from './use-draft';

const gateways: readonly SMSGateway['gateway'][] = ['kavenegar', 'http', 'none'];
const methods: readonly SMSGateway['method'][] = ['POST', 'GET'];
/** A placeholder, from left to right in a sentence of any direction. */
const key = '\u2066{key}\u2069';
const places = '{to} {international} {text} {code} {from} {key}';

/** The kind of a gateway in words; empty for none. */
function gatewayWords(kind: string): string {
  const known = gateways.find((one) => one === kind);
  return known && known !== 'none' ? t(`connections.gateway_${known}`) : '';
}

/** The service that text messages go out by. */
export function SMSCard({ sms }: { sms: Connections['sms'] }) {
  const [open, setOpen] = useState(false);
  if (open) return <SMSForm sms={sms} onClose={() => setOpen(false)} />;
  const { gateway, url } = sms.value;
  return (
    <ConnectionCard
      title={t('connections.sms')}
      text={t('connections.smsText')}
      source={sms.source}
      instead={gatewayWords(sms.instead)}
      forget={smsCalls.forget}
      onOpen={() => setOpen(true)}
      summary={
        gateway === 'none' ? (
          <span className="text-muted">{t('connections.smsNone')}</span>
        ) : (
          <>
            <span className="font-medium">{t(`connections.gateway_${gateway}`)}</span>
            {url && (
              <bdi dir="ltr" className="break-all text-muted">
                {url}
              </bdi>
            )}
          </>
        )
      }
    />
  );
}

function SMSForm({ sms, onClose }: { sms: Connections['sms']; onClose: () => void }) {
  const first: SMSGateway = sms.source === 'none' ? { ...sms.value, gateway: 'kavenegar' } : sms.value;
  const draft = useDraft(first, smsCalls, onClose);
  const { value, set, refused } = draft;
  const text = (field: 'url' | 'header' | 'from' | 'taken', hint?: string) => (
    <TextField
      latin
      label={t(`connections.sms_${field}`)}
      hint={hint}
      maxLength={500}
      value={value[field]}
      error={refused[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <ConnectionForm
      title={t('connections.sms')}
      text={t('connections.smsText')}
      draft={draft}
      good={t('connections.smsTested')}
      onClose={onClose}
    >
      <Select
        label={t('connections.gateway')}
        value={value.gateway}
        options={gateways.map((each) => ({ value: each, label: t(`connections.gateway_${each}`) }))}
        error={refused['gateway']}
        onChange={(gateway) => set({ gateway })}
      />
      {value.gateway !== 'none' && (
        <>
          <SecretField
            label={t('connections.key')}
            stored={!!value.has_secret}
            value={value.secret}
            {...(value.gateway === 'http' && { hint: t('connections.keyText', { place: key }) })}
            error={refused['secret'] ?? refused['key']}
            onChange={(secret) => set({ secret })}
          />
          {text('from')}
          {text('url', value.gateway === 'kavenegar' ? t('connections.kavenegarUrl') : undefined)}
        </>
      )}
      {value.gateway === 'http' && (
        <>
          <Select
            label={t('connections.method')}
            value={value.method}
            options={methods.map((each) => ({ value: each, label: each }))}
            error={refused['method']}
            onChange={(method) => set({ method })}
          />
          {text('taken', t('connections.takenText'))}
          <div className="sm:col-span-2">{text('header', t('connections.headerText', { place: key }))}</div>
          <div className="sm:col-span-2">
            <CodeArea
              label={t('connections.body')}
              hint={
                <>
                  {t('connections.bodyText')} <bdi dir="ltr">{places}</bdi>
                </>
              }
              value={value.body}
              error={refused['body']}
              onChange={(body) => set({ body })}
            />
          </div>
        </>
      )}
    </ConnectionForm>
  );
}
