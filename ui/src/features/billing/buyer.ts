import { userId } from '~/api/session';
import type { Party } from './api';

/** The parts of the legal data: their names, and what browsers fill in. */
export const parts = [
  ['name', 'billing.partyName', 'organization'],
  ['national_id', 'billing.partyNational', 'off'],
  ['economic_id', 'billing.partyEconomic', 'off'],
  ['phone', 'billing.partyPhone', 'tel'],
  ['post_code', 'billing.partyPost', 'postal-code'],
  ['address', 'billing.partyAddress', 'street-address'],
] as const;

const empty: Party = { name: '', national_id: '', economic_id: '', address: '', post_code: '', phone: '' };

const key = () => `buyer_${userId()}`;

/** The legal data that the user had on the last invoice, on this device. */
export function lastBuyer(): Party {
  const kept = localStorage.getItem(key());
  return kept ? { ...empty, ...(JSON.parse(kept) as Partial<Party>) } : empty;
}

export const keepBuyer = (buyer: Party) => localStorage.setItem(key(), JSON.stringify(buyer));

/** Its parts in one line. */
export const partyLine = (party: Party) =>
  [party.name, party.national_id, party.economic_id, party.address, party.post_code, party.phone]
    .filter(Boolean)
    .join(' · ');
