import { t } from '~/i18n';
import type { Change } from './settings-api';

type Difference = Change['differences'][number];

const fields = [
  'source',
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
  'secret',
] as const;

const isolated = (text: string) => `\u2068${text}\u2069`;

const sources = ['configuration', 'console'] as const;

function valueWords(field: string, value: string): string {
  const source = sources.find((known) => known === value);
  return field === 'source' && source ? t(`connections.source_${source}`) : isolated(value);
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
export const differenceWords = ({ differences }: Change): string =>
  differences
    .filter(({ field, before, after }) => !quiet(field, before, after))
    .map(fieldWords)
    .join(t('machine.and'));

/** Values that say nothing where there was none before, such as the usual port. */
const quiet = (field: string, before: string, after: string) =>
  before === '' && ((field === 'port' && after === '0') || (field === 'signup' && after === 'false'));
