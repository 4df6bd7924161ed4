import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import type { Party, Selling } from '../api';
import { PartCard } from './part-card';
import { usePart } from './use-part';

const fields = ['name', 'phone', 'national_id', 'registration_id', 'economic_id', 'post_code', 'address'] as const;
const numbers: readonly (keyof Party)[] = ['phone', 'national_id', 'registration_id', 'economic_id', 'post_code'];

/** The legal data that stands on invoices. */
export function SellerCard({ selling }: { selling: Selling }) {
  const part = usePart(selling);
  const { seller } = part.value;
  return (
    <PartCard title={t('console.seller')} text={t('console.sellerText')} part={part}>
      {fields.map((field) => (
        <div key={field} className={field === 'address' ? 'sm:col-span-2' : ''}>
          <TextField
            label={t(`console.seller_${field}`)}
            latin={numbers.includes(field)}
            maxLength={300}
            value={seller[field] ?? ''}
            error={field === 'name' ? part.refused.seller : undefined}
            onChange={(event) => part.set({ seller: { ...seller, [field]: event.currentTarget.value } })}
          />
        </div>
      ))}
    </PartCard>
  );
}
