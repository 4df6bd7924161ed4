import { TriangleAlert } from 'lucide-react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import type { Selling } from '../api';
import { compact, isCard, isIban } from './check-digits';
import { PartCard } from './part-card';
import { usePart } from './use-part';

const canPayOnline = ({ zarinpal, stripe, http }: Selling) =>
  !!zarinpal?.merchant_id || !!stripe?.has_secret || !!http?.start.url;

/** The account that buyers transfer money to. A number that looks wrong is a warning only: banks have exceptions. */
export function BankCard({ selling }: { selling: Selling }) {
  const part = usePart(selling);
  const { transfer } = part.value;
  const set = (change: Partial<Selling['transfer']>) => part.set({ transfer: { ...transfer, ...change } });
  return (
    <PartCard title={t('console.bank')} text={t('console.bankText')} part={part}>
      {!selling.transfer.iban && !selling.transfer.card && !canPayOnline(selling) && (
        <div className="sm:col-span-2">
          <Notice tone="warning">{t('console.bankMissing')}</Notice>
        </div>
      )}
      <TextField
        label={t('console.holder')}
        maxLength={100}
        value={transfer.holder}
        error={part.refused.seller}
        onChange={(event) => set({ holder: event.currentTarget.value })}
      />
      <TextField
        label={t('console.bankName')}
        maxLength={60}
        value={transfer.bank}
        onChange={(event) => set({ bank: event.currentTarget.value })}
      />
      <TextField
        latin
        label={t('console.iban')}
        maxLength={42}
        value={transfer.iban}
        hint={compact(transfer.iban) && !isIban(transfer.iban) && <Doubt text={t('console.ibanDoubt')} />}
        onChange={(event) => set({ iban: event.currentTarget.value })}
      />
      <TextField
        latin
        label={t('console.card')}
        inputMode="numeric"
        maxLength={30}
        value={transfer.card}
        hint={compact(transfer.card) && !isCard(transfer.card) && <Doubt text={t('console.cardDoubt')} />}
        onChange={(event) => set({ card: event.currentTarget.value })}
      />
    </PartCard>
  );
}

function Doubt({ text }: { text: string }) {
  return (
    <span role="status" className="flex gap-1.5 text-warning">
      <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      {text}
    </span>
  );
}
