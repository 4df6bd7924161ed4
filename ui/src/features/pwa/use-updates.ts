import { useEffect } from 'react';
import { registerSW } from 'virtual:pwa-register';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import { whenRested } from '~/kit/when-rested';

const halfHour = 30 * 60_000;

/** Reports a new version; it is taken over only with the user's consent, because it reloads the page. */
export function useUpdates() {
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let gone = false;
    const register = () => {
      if (gone) return;
      const update = registerSW({
        onNeedRefresh: () => {
          toast({
            id: 'pwa-update',
            title: t('pwa.updateTitle'),
            timeout: 20_000,
            action: { label: t('pwa.update'), onClick: () => void update(true) },
          });
        },
        onRegisteredSW: (_url, registration) => {
          if (registration && !gone) timer = setInterval(() => void registration.update(), halfHour);
        },
      });
    };
    // The first visit of a worker fetches the whole product.
    void whenRested(register);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, []);
}
