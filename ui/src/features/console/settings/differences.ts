import { t } from '~/i18n';
import type { Change } from './settings-api';

type Difference = Change['differences'][number];

const fields = [
  'gateway',
  'title_fa',
  'title_en',
  'issuer',
  'client_id',
  'host',
  'port',
  'tls',
  'url',
  'method',
  'header',
  'body',
  'taken',
  'user',
  'from',
  'icon',
  'scopes',
  'signup',
  'internal_url',
  'own_url',
  'skip_verify',
  'base_url',
  'secret',
] as const;

const isolateText = (text: string) => `\u2068${text}\u2069`;

/** The fields that tell an entered connection from others; the rest would only be long. */
const telling = new Set([
  'gateway',
  'title_fa',
  'title_en',
  'issuer',
  'host',
  'port',
  'url',
  'from',
  'signup',
  'internal_url',
  'own_url',
  'client_id',
]);

function valueWords(field: string, value: string): string {
  if (field === 'gateway' && (value === 'kavenegar' || value === 'http' || value === 'none')) {
    return t(`connections.gateway_${value}`);
  }
  if (field === 'tls' && (value === 'starttls' || value === 'tls' || value === 'off')) {
    return t(`connections.tls_${value}`);
  }
  return isolateText(value);
}

/** One field of a change, in words; a newer server may have fields that have none. */
function fieldWords({ field, before, after }: Difference): string {
  const known = fields.find((one) => one === field);
  const label = known ? t(`connections.field_${known}`) : field;
  if (field === 'secret') return t('connections.secretChanged', { label });
  if (before && after) {
    return t('connections.changed', { label, before: valueWords(field, before), after: valueWords(field, after) });
  }
  if (!after) return t('connections.emptied', { label });
  return `${label}: ${valueWords(field, after)}`;
}

/** A change of a connection in words. */
export function differenceWords({ differences }: Change): string {
  const source = differences.find(({ field }) => field === 'source');
  if (source?.after === 'configuration') return t('connections.left');
  const said = differences
    .filter(({ field, before, after }) => field !== 'source' && !isUsual(field, before, after))
    .filter(({ field }) => !source || telling.has(field))
    .map(fieldWords)
    .join(t('consoleSystem.and'));
  return source ? t('connections.entered', { values: said }) : said;
}

/** Values that say nothing where there was none before, such as the usual port. */
const isUsual = (field: string, before: string, after: string) =>
  before === '' && ((field === 'port' && after === '0') || (field === 'signup' && after === 'false'));
