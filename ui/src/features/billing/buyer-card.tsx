import { useState } from 'react';
import { t } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import type { Party } from './api';
import { partyLine, parts } from './buyer';

const numbers = new Set<string>(['national_id', 'economic_id', 'phone', 'post_code']);

/** The buyer as the invoice names them: a line, and a form on demand. */
export function BuyerCard({ buyer, onChange }: { buyer: Party; onChange: (buyer: Party) => void }) {
  const [open, setOpen] = useState(false);
  const line = partyLine(buyer);
  return (
    <Card title={t('billing.buyer')} text={t('billing.buyerText')}>
      {open ? (
        <div className="grid gap-4 sm:grid-cols-2">
          {parts.map(([name, label, complete]) => (
            <div key={name} className={name === 'address' || name === 'name' ? 'sm:col-span-2' : undefined}>
              <TextField
                label={t(label)}
                value={buyer[name]}
                latin={numbers.has(name)}
                autoComplete={complete}
                maxLength={300}
                onChange={(event) => onChange({ ...buyer, [name]: event.currentTarget.value })}
              />
            </div>
          ))}
        </div>
      ) : (
        <p className={line ? 'text-pretty' : 'text-muted'}>{ownDigits(line) || t('billing.buyerEmpty')}</p>
      )}
      <div>
        <Button kind="outline" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'billing.done' : 'billing.edit')}
        </Button>
      </div>
    </Card>
  );
}
