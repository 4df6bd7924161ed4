import { t, type PlainKey } from '~/i18n';
import type { Message } from './outbox-api';

const kinds = [
  'code',
  'link_recipients',
  'link_opened',
  'link_dead',
  'box_recipients',
  'box_digest',
  'box_dead',
  'member_invited',
  'member_added',
  'guest_added',
  'ownership',
  'security',
  'password_forgot',
  'address_changed',
  'payment_waiting',
  'payment_sent',
  'payment_confirmed',
  'payment_refused',
  'payment_refunded',
  'payment_voided',
  'payment_returned',
  'plan_ending',
  'payment_destination',
  'backup_trouble',
  'backup_well',
  'attention',
  'account_invited',
  'ticket_waiting',
  'ticket_answered',
  'ticket_solved',
  'test',
] as const;

/** The kind of a message in words; a newer server may have kinds that have none. */
export function kindWords(kind: string): string {
  const known = kinds.find((one) => one === kind);
  return known ? t(`consoleSystem.kind_${known}`) : kind;
}

export const stateKey = (state: Message['state']): PlainKey => `consoleSystem.${state}`;

export const mayResend = ({ state, late }: Message) => !late && state !== 'sent' && state !== 'waiting';
export const mayCancel = ({ state }: Message) => state === 'waiting' || state === 'kept';
