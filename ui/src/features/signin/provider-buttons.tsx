import { faultText } from '~/api/fault';
import type { Provider } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { targetHere } from './enter';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';

import { ProviderIcon } from '~/features/providers/icon';
import { visitProvider } from '~/features/providers/oauth-redirect';

/** A button for each provider that vouches for people here. */
export function ProviderButtons({ providers }: { providers: readonly Provider[] }) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (id: Provider['id']) => visitProvider(id, 'login', targetHere()),
  });
  return (
    <>
      {providers.map((provider) => (
        <Button
          key={provider.id}
          kind="outline"
          busy={isPending && variables === provider.id}
          icon={<ProviderIcon icon={provider.icon} />}
          onClick={() => mutate(provider.id)}
          className="h-11"
        >
          {t('signin.withProvider', { name: provider.title })}
        </Button>
      ))}
      {error && <Notice tone="danger">{faultText(error)}</Notice>}
    </>
  );
}
