import { t } from '~/i18n';
import type { Party } from './api';
import { completeBuyer, partName, partsOf } from './buyer';

/** The parts of a party that are known. Its numbers stand as they are: Persian digits would tear codes. */
export function PartyRows({ party }: { party: Party }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {partsOf(party)
        .filter(([name]) => party[name])
        .map((part) => (
          <div key={part[0]} className="contents">
            <dt className="text-muted">{t(partName(party, part))}</dt>
            <dd className="break-words">
              <bdi>{party[part[0]]}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** Seller or buyer on an invoice. */
export function PartyFacts({ title, party }: { title: string; party: Party }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      {party.name ? (
        <PartyRows party={completeBuyer(party)} />
      ) : (
        <p className="text-muted">{t('billing.partyUnnamed')}</p>
      )}
    </div>
  );
}
