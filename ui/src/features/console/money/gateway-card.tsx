import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import type { Gateway, Selling } from '../api';
import { OfferedSwitch } from './offered-switch';
import { PartCard } from './part-card';
import { usePart } from './use-part';

const none: Gateway = { merchant_id: '', url: '' };

/** The gateway that speaks Zarinpal's protocol. It takes the currencies of Iran only. */
export function GatewayCard({ selling }: { selling: Selling }) {
  const part = usePart(selling);
  const gateway = part.value.zarinpal ?? none;
  const set = (change: Partial<Gateway>) => part.set({ zarinpal: { ...gateway, ...change } });
  const foreign = selling.currency !== 'IRT' && selling.currency !== 'IRR';
  return (
    <PartCard title={t('console.gateway')} text={t('console.gatewayText')} part={part}>
      {foreign && gateway.merchant_id && (
        <div className="sm:col-span-2">
          <Notice tone="warning">{t('console.gatewayForeign')}</Notice>
        </div>
      )}
      <TextField
        latin
        label={t('console.merchant')}
        maxLength={100}
        value={gateway.merchant_id}
        error={part.refused.zarinpal}
        onChange={(event) => set({ merchant_id: event.currentTarget.value })}
      />
      <TextField
        latin
        label={t('console.gatewayUrl')}
        hint={t('console.gatewayUrlText')}
        maxLength={200}
        value={gateway.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      {gateway.merchant_id && <OfferedSwitch off={gateway.off} onChange={(off) => set({ off })} />}
    </PartCard>
  );
}
