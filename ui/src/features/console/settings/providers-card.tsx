import { useState } from 'react';
import { currentLang, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Card } from '~/kit/layout';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { useMayChange } from '../use-rights';
import { Tag } from '../tag';
import { providerCalls, type Connections, type ProviderSetting, type SignInProvider } from './api';
import { SourceTag } from './connection-card';
import { ProviderDialog } from './provider-dialog';

type Opened = { readonly id: string; readonly value: SignInProvider | null };

/** The accounts elsewhere that users can sign in with. */
export function ProvidersCard({ providers, callback }: Pick<Connections, 'providers' | 'callback'>) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayChange = useMayChange('settings');
  return (
    <section aria-label={t('connections.providers')}>
      <Card
        title={t('connections.providers')}
        text={t('connections.providersText')}
        footer={
          mayChange && (
            <Button
              kind={providers.length === 0 ? 'solid' : 'outline'}
              onClick={() => setOpened({ id: '', value: null })}
            >
              {t('connections.addProvider')}
            </Button>
          )
        }
      >
        {providers.length === 0 && <p className="text-muted">{t('connections.providersNone')}</p>}
        {providers.length > 0 && (
          <ul aria-label={t('connections.providers')} className="grid divide-y divide-line">
            {providers.map((provider) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                onOpen={() => setOpened({ id: provider.id, value: provider.value })}
              />
            ))}
          </ul>
        )}
      </Card>
      {opened && (
        <ProviderDialog id={opened.id} value={opened.value} callback={callback} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}

const titleOf = ({ title_fa: fa, title_en: en }: SignInProvider) => (currentLang() === 'en-us' ? en : fa);

function ProviderRow({ provider, onOpen }: { provider: ProviderSetting; onOpen: () => void }) {
  const [asking, setAsking] = useState(false);
  const mayChange = useMayChange('settings');
  const { source, value, instead, lost } = provider;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{titleOf(value)}</bdi>
          <SourceTag source={source} />
          {lost && <Tag tone="bad">{t('connections.lost')}</Tag>}
        </span>
        <bdi dir="ltr" className="text-sm break-all text-muted rtl:text-end">
          {value.issuer}
        </bdi>
      </span>
      {mayChange && (
        <span className="flex gap-2">
          {source === 'console' && (
            <Button kind="outline" onClick={() => setAsking(true)}>
              {t('connections.remove')}
            </Button>
          )}
          <Button kind="outline" onClick={onOpen}>
            {t(source === 'console' ? 'connections.edit' : 'connections.override')}
          </Button>
        </span>
      )}
      {asking && <RemoveDialog id={provider.id} instead={instead} value={value} onClose={() => setAsking(false)} />}
    </li>
  );
}

type RemoveProps = { id: string; instead: string; value: SignInProvider; onClose: () => void };

function RemoveDialog({ id, instead, value, onClose }: RemoveProps) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await providerCalls(id).forget();
      toast({ kind: 'success', title: t('common.saved') });
      onClose();
    } catch (error) {
      sayFault(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      calm
      onOpenChange={(open) => !open && onClose()}
      title={t('connections.removeTitle', { name: titleOf(value) })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void remove()}>
            {t('connections.remove')}
          </Button>
        </>
      }
    >
      <p className="text-pretty text-muted">{t(instead ? 'connections.removeToFile' : 'connections.removeText')}</p>
    </Dialog>
  );
}
