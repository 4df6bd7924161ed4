import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Card } from '~/kit/layout';
import { Switch } from '~/kit/switch';
import { toast } from '~/kit/toast';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { saveSelling, useSelling, type Selling } from '../api';
import { BankCard } from '../money/bank-card';
import { GatewayCard } from '../money/gateway-card';
import { HttpCard } from '../money/http-card';
import { PricesCard } from '../money/prices-card';
import { SectionColumn, SectionFrame } from '../section-frame';
import { SellerCard } from '../money/seller-card';
import { ServerSettings } from './server-settings';
import { StripeCard } from '../money/stripe-card';

/** How this service sells, or that it does not. */
export function SettingsSection() {
  const { data, error, refetch } = useSelling();
  return (
    <SectionFrame title={t('console.settings')}>
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
        <SectionColumn narrow>
          <ServerSettings />
          {!data && (error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={4} />)}
          {data && <SellingSwitch selling={data} />}
          {data?.on && (
            <>
              <PricesCard selling={data} />
              <GatewayCard selling={data} />
              <StripeCard selling={data} />
              <HttpCard selling={data} />
              <BankCard selling={data} />
              <SellerCard selling={data} />
            </>
          )}
        </SectionColumn>
      </div>
    </SectionFrame>
  );
}

function SellingSwitch({ selling }: { selling: Selling }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const toggleSelling = async () => {
    setBusy(true);
    try {
      await saveSelling({ ...selling, on: !selling.on });
      toast({ kind: 'success', title: t(selling.on ? 'console.soldOff' : 'console.soldOn') });
      setAsking(false);
    } catch (error) {
      sayFault(error);
    }
    setBusy(false);
  };
  return (
    <Card>
      <Switch
        label={t('console.sell')}
        hint={t(selling.on ? 'console.sellOnText' : 'console.sellOffText')}
        checked={selling.on}
        onChange={() => setAsking(true)}
      />
      {asking && (
        <Dialog
          open
          calm
          onOpenChange={setAsking}
          title={t(selling.on ? 'console.turnOffTitle' : 'console.turnOnTitle')}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
              <Button kind={selling.on ? 'danger' : 'solid'} busy={busy} onClick={() => void toggleSelling()}>
                {t(selling.on ? 'console.turnOff' : 'console.turnOn')}
              </Button>
            </>
          }
        >
          <p className="text-pretty text-muted">{t(selling.on ? 'console.turnOffText' : 'console.turnOnText')}</p>
        </Dialog>
      )}
    </Card>
  );
}
