import { useEffect, useState } from 'react';
import { t } from '~/i18n';
import { StackBar } from '~/kit/bottom-stack';
import { Button } from '~/kit/button';
import { decide, installState } from './install-state';
import { isStandalone } from './platform';

interface PromptEvent extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const isPrompt = (event: Event): event is PromptEvent => 'prompt' in event;

/** The browser says when it can install; it is offered once, and again ten days after a "no". */
function useInstallEvent() {
  const [event, setEvent] = useState<PromptEvent | null>(null);
  useEffect(() => {
    const offer = (found: Event) => {
      found.preventDefault();
      if (isPrompt(found) && installState(localStorage, Date.now()) === 'not-triggered') setEvent(found);
    };
    const handleInstalled = () => {
      decide(localStorage, 'installed', Date.now());
      setEvent(null);
    };
    if (isStandalone()) decide(localStorage, 'installed', Date.now());
    addEventListener('beforeinstallprompt', offer);
    addEventListener('appinstalled', handleInstalled);
    return () => {
      removeEventListener('beforeinstallprompt', offer);
      removeEventListener('appinstalled', handleInstalled);
    };
  }, []);
  return [event, () => setEvent(null)] as const;
}

/** False until the user has pressed something: an offer must not be the first thing on a page. */
function useActed(): boolean {
  const [acted, setActed] = useState(false);
  useEffect(() => {
    const act = () => setActed(true);
    const events = ['pointerdown', 'keydown'] as const;
    for (const name of events) addEventListener(name, act, { once: true });
    return () => events.forEach((name) => removeEventListener(name, act));
  }, []);
  return acted;
}

export function InstallPrompt() {
  const [event, forget] = useInstallEvent();
  const acted = useActed();
  if (!event || !acted) return null;
  const refuse = () => {
    decide(localStorage, 'no', Date.now());
    forget();
  };
  const install = async () => {
    await event.prompt();
    const { outcome } = await event.userChoice;
    if (outcome === 'accepted') forget();
    else refuse();
  };
  return (
    <StackBar>
      <section
        aria-label={t('pwa.installTitle')}
        className="flex gap-4 rounded-card border border-line bg-raised p-4 shadow-pop"
      >
        <img src="/icon.svg" alt="" className="size-12 shrink-0" />
        <div className="min-w-0">
          <h2 className="font-bold">{t('pwa.installTitle')}</h2>
          <p className="mt-0.5 text-pretty text-muted">{t('pwa.installText')}</p>
          <div className="mt-3 flex gap-2">
            <Button kind="solid" onClick={() => void install()}>
              {t('pwa.install')}
            </Button>
            <Button onClick={refuse}>{t('pwa.notNow')}</Button>
          </div>
        </div>
      </section>
    </StackBar>
  );
}
