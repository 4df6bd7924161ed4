import type { PlainKey } from '~/i18n';
import type { Party } from './api';

type Part = Exclude<keyof Party, 'kind'>;

/** The parts of the legal data: their names, and what browsers fill in. */
export const parts: readonly (readonly [Part, PlainKey, string])[] = [
  ['name', 'billing.partyName', 'organization'],
  ['national_id', 'billing.partyNational', 'off'],
  ['registration_id', 'billing.partyRegistration', 'off'],
  ['economic_id', 'billing.partyEconomic', 'off'],
  ['phone', 'billing.partyPhone', 'tel'],
  ['post_code', 'billing.partyPost', 'postal-code'],
  ['address', 'billing.partyAddress', 'street-address'],
];

const names: Partial<Record<string, Partial<Record<Part, PlainKey>>>> = {
  person: { name: 'billing.personName', national_id: 'billing.personNational' },
  company: { name: 'billing.companyName', national_id: 'billing.companyNational' },
};

/** The name of a part, for the kind of the party. */
export const partName = ({ kind }: Party, [part, name]: (typeof parts)[number]): PlainKey =>
  (kind && names[kind]?.[part]) || name;

/** The parts that a kind of party has. */
export const partsOf = ({ kind }: Party) => parts.filter(([part]) => part !== 'registration_id' || kind !== 'person');

export const noBuyer: Party = {
  kind: 'company',
  name: '',
  national_id: '',
  registration_id: '',
  economic_id: '',
  address: '',
  post_code: '',
  phone: '',
};

/** A buyer as a form shows it; one from before there were kinds is told by its number. */
export function completeBuyer(party: Party | undefined): Party {
  if (!party) return noBuyer;
  const kind = party.kind || (party.national_id.length === 10 ? 'person' : 'company');
  return { ...noBuyer, ...party, kind };
}
