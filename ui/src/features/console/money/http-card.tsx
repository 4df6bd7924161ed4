import { useState } from 'react';
import { currentLang, t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { currencyName, type Currency } from '~/kit/money';
import { Notice } from '~/kit/notice';
import { Select } from '~/kit/select';
import type { HTTPGateway, Selling } from '../api';
import { CodeArea } from '../code-area';
import { HttpRequestFields } from './http-request-fields';
import { OfferedSwitch } from './offered-switch';
import { PartCard } from './part-card';
import { SecretField } from '../secret-field';
import { usePart } from './use-part';

const currencies: readonly Currency[] = ['IRT', 'IRR', 'EUR', 'USD'];

const none: HTTPGateway = {
  title_fa: '',
  title_en: '',
  currency: 'IRR',
  headers: [],
  start: { url: '', method: 'POST', body: '' },
  authority_path: '',
  page_path: '',
  page_url: '',
  parameter: '',
  verify: { url: '', method: 'POST', body: '' },
  paid_path: '',
  paid: [],
  unpaid_path: '',
  unpaid: [],
  amount_path: '',
  payment_path: '',
  reference_path: '',
};

/** Text from left to right in a sentence of any direction. */
const isolateText = (text: string) => `\u2066${text}\u2069`;

/** The orders in which a gateway of that currency can be paid; a Toman is ten Rial. */
const canCharge = (gateway: Currency, orders: Currency) =>
  gateway === orders || (gateway === 'IRR' && orders === 'IRT');

/** A gateway of any other kind. Its fields are many, so they show once it is wanted. */
export function HttpCard({ selling }: { selling: Selling }) {
  const [wanted, setWanted] = useState(false);
  if (wanted || selling.http?.start.url) return <HttpForm selling={selling} />;
  return (
    <Card title={t('console.http')} text={t('console.httpText')}>
      <div>
        <Button kind="outline" onClick={() => setWanted(true)}>
          {t('console.httpSetUp')}
        </Button>
      </div>
    </Card>
  );
}

type Texts = 'title_fa' | 'title_en' | 'authority_path' | 'page_path' | 'page_url' | 'parameter' | Answers;
type Answers = 'paid_path' | 'unpaid_path' | 'amount_path' | 'payment_path' | 'reference_path';

function HttpForm({ selling }: { selling: Selling }) {
  const part = usePart(selling);
  const gateway = part.value.http ?? none;
  const set = (change: Partial<HTTPGateway>) => part.set({ http: { ...gateway, ...change } });
  const error = (field: string) => part.refused[`http.${field}`];
  const text = (field: Texts, latin = true) => (
    <TextField
      latin={latin}
      label={t(`console.http_${field}`)}
      maxLength={latin ? 500 : 40}
      value={gateway[field]}
      hint={field === 'page_url' && <bdi dir="ltr">https://…/{'{authority}'}</bdi>}
      error={error(field)}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <PartCard title={t('console.http')} text={t('console.httpText')} part={part}>
      {!canCharge(gateway.currency, selling.currency) && (
        <div className="sm:col-span-2">
          <Notice tone="warning">{t('console.httpForeign')}</Notice>
        </div>
      )}
      {text('title_fa', false)}
      {text('title_en', false)}
      <Select<Currency>
        label={t('console.http_currency')}
        value={gateway.currency}
        options={currencies.map((each) => ({ value: each, label: currencyName(each, currentLang()) }))}
        error={error('currency')}
        onChange={(currency) => set({ currency })}
      />
      <SecretField
        label={t('console.http_secret')}
        stored={!!gateway.has_secret}
        value={gateway.secret}
        hint={t('console.http_secretText', { place: isolateText('{secret}') })}
        error={error('secret')}
        onChange={(secret) => set({ secret })}
      />
      <div className="sm:col-span-2">
        <Lines
          label={t('console.http_headers')}
          hint={t('console.http_headersText', { example: isolateText('X-API-KEY: {secret}') })}
          values={gateway.headers}
          error={error('headers')}
          onChange={(headers) => set({ headers })}
        />
      </div>
      <Heading text={t('console.httpStart')} hint={t('console.httpStartText')} />
      <HttpRequestFields
        request={gateway.start}
        errorOf={(field) => error(`start.${field}`)}
        onChange={(start) => set({ start })}
      />
      {text('authority_path')}
      {text('page_path')}
      <div className="sm:col-span-2">{text('page_url')}</div>
      <Heading text={t('console.httpReturn')} hint={t('console.httpReturnText')} />
      {text('parameter')}
      <Heading text={t('console.httpVerify')} hint={t('console.httpVerifyText')} />
      <HttpRequestFields
        request={gateway.verify}
        errorOf={(field) => error(`verify.${field}`)}
        onChange={(verify) => set({ verify })}
      />
      {text('paid_path')}
      <Lines
        label={t('console.http_paid')}
        values={gateway.paid}
        error={error('paid')}
        onChange={(paid) => set({ paid })}
      />
      {text('unpaid_path')}
      <Lines
        label={t('console.http_unpaid')}
        values={gateway.unpaid}
        error={error('unpaid')}
        onChange={(unpaid) => set({ unpaid })}
      />
      {text('amount_path')}
      {text('payment_path')}
      {text('reference_path')}
      <OfferedSwitch off={gateway.off} onChange={(off) => set({ off })} />
      <div className="sm:col-span-2">
        <Button kind="dangerSoft" onClick={() => part.set({ http: { ...none, remove_secret: true } })}>
          {t('console.httpRemove')}
        </Button>
      </div>
    </PartCard>
  );
}

function Heading({ text, hint }: { text: string; hint: string }) {
  return (
    <div className="border-t border-line pt-4 sm:col-span-2">
      <h3 className="font-bold">{text}</h3>
      <p className="text-xs text-pretty text-muted">{hint}</p>
    </div>
  );
}

type LinesProps = {
  label: string;
  hint?: string;
  values: readonly string[];
  error: string | undefined;
  onChange: (values: string[]) => void;
};

/** Texts of which each has a line. */
const Lines = ({ label, hint, values, error, onChange }: LinesProps) => (
  <CodeArea
    rows={2}
    label={label}
    hint={hint ?? t('console.http_lines')}
    value={values.join('\n')}
    error={error}
    onChange={(text) => onChange(text === '' ? [] : text.split('\n'))}
  />
);
