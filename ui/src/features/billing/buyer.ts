import { userId } from '~/api/session';
import type { Party } from './api';

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
