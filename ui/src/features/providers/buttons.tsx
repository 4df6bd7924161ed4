import { useMutation } from '@tanstack/react-query';
import { faultText } from '~/api/fault';
import { targetHere } from '~/features/accounts/enter';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import type { Provider } from './api';
import { ProviderIcon } from './icon';
import { visitProvider } from './journey';

/** A button for each provider that vouches for people here. */
export function ProviderButtons({ providers }: { providers: readonly Provider[] }) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (provider: Provider) => visitProvider(provider, 'login', targetHere()),
  });
  return (
    <>
      {providers.map((provider) => (
        <Button
          key={provider.id}
          kind="outline"
          busy={isPending && variables.id === provider.id}
          icon={<ProviderIcon icon={provider.icon} />}
          onClick={() => mutate(provider)}
          className="h-11"
        >
          {t('signin.withProvider', { name: provider.title })}
        </Button>
      ))}
      {error && <Notice tone="danger">{faultText(error)}</Notice>}
    </>
  );
}
