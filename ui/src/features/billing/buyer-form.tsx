import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { SegmentedControl } from '~/kit/segmented-control';
import type { Party } from './api';
import { partName, partsOf } from './buyer';

const numbers = new Set<string>(['national_id', 'registration_id', 'economic_id', 'phone', 'post_code']);

type Props = { focus?: boolean; buyer: Party; problems: Record<string, string>; onChange: (buyer: Party) => void };

/** Who buys: a person or a company, with what stands on an invoice. */
export function BuyerForm({ focus, buyer, problems, onChange }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <SegmentedControl<'person' | 'company'>
          label={t('billing.buyerKind')}
          value={buyer.kind === 'person' ? 'person' : 'company'}
          segments={[
            { value: 'company', label: t('billing.company') },
            { value: 'person', label: t('billing.person') },
          ]}
          onChange={(kind) => onChange({ ...buyer, kind })}
        />
      </div>
      {partsOf(buyer).map((part, index) => {
        const [name, , complete] = part;
        return (
          <div key={name} className={name === 'address' || name === 'name' ? 'sm:col-span-2' : undefined}>
            <TextField
              label={t(partName(buyer, part))}
              value={buyer[name] ?? ''}
              latin={numbers.has(name)}
              inputMode={numbers.has(name) ? (name === 'phone' ? 'tel' : 'numeric') : undefined}
              autoComplete={complete === 'organization' && buyer.kind === 'person' ? 'name' : complete}
              autoFocus={focus === true && index === 0}
              maxLength={300}
              error={problems[name]}
              onChange={(event) => onChange({ ...buyer, [name]: event.currentTarget.value })}
            />
          </div>
        );
      })}
    </div>
  );
}
