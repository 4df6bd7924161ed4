import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import type { Selling, Stripe } from '../api';
import { OfferedSwitch } from './offered-switch';
import { PartCard } from './part-card';
import { SecretField } from '../secret-field';
import { usePart } from './use-part';

/** Stripe Checkout, for buyers who pay in Euro or Dollar. */
export function StripeCard({ selling }: { selling: Selling }) {
  const part = usePart(selling);
  const stripe: Stripe = part.value.stripe ?? { url: '' };
  const set = (change: Partial<Stripe>) => part.set({ stripe: { ...stripe, ...change } });
  const foreign = selling.currency !== 'EUR' && selling.currency !== 'USD';
  const label = t('console.webhook');
  return (
    <PartCard title={t('console.stripe')} text={t('console.stripeText')} part={part}>
      {foreign && stripe.has_secret && (
        <div className="sm:col-span-2">
          <Notice tone="warning">{t('console.stripeForeign')}</Notice>
        </div>
      )}
      <SecretField
        label={t('console.stripeSecret')}
        stored={!!stripe.has_secret}
        value={stripe.secret}
        error={part.refused['stripe.secret']}
        onChange={(secret) => set({ secret })}
      />
      <SecretField
        label={t('console.webhookSecret')}
        hint={t('console.webhookSecretText')}
        stored={!!stripe.has_webhook_secret}
        value={stripe.webhook_secret}
        error={part.refused['stripe.webhook_secret']}
        onChange={(secret) => set({ webhook_secret: secret })}
      />
      {stripe.has_secret && (
        <>
          <div className="sm:col-span-2">
            <CopyField
              label={label}
              value={`${location.origin}/api/plan/webhook/stripe`}
              copyLabel={t('console.copy', { label })}
              copiedLabel={t('console.copied')}
            />
          </div>
          <TextField
            latin
            label={t('console.stripeUrl')}
            hint={t('console.stripeUrlText')}
            maxLength={200}
            value={stripe.url}
            error={part.refused['stripe.url']}
            onChange={(event) => set({ url: event.currentTarget.value })}
          />
          <div className="self-center sm:justify-self-end">
            <Button
              kind="dangerSoft"
              disabled={stripe.remove_secret}
              onClick={() => set({ remove_secret: true, secret: '', webhook_secret: '' })}
            >
              {t('console.removeSecrets')}
            </Button>
          </div>
          <OfferedSwitch off={stripe.off} onChange={(off) => set({ off })} />
        </>
      )}
    </PartCard>
  );
}
