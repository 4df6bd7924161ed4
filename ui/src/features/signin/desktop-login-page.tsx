import { useState } from 'react';
import { api } from '~/api/client';
import { useMutation } from '~/api/use-mutation';
import { t, useLang } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { DeadLink } from './dead-link';
import { ProgramSuccess, ProgramRefusal, ProgramQuestion } from './program-login';

interface Asked {
  name: string;
  /** The app later proves by this challenge that the request was its own. */
  challenge: string;
  state: string;
}

function readAddress(search: string): Asked | null {
  const query = new URLSearchParams(search);
  const [name = '', challenge = '', state = ''] = ['name', 'challenge', 'state'].map((key) => query.get(key)?.trim());
  return name && challenge ? { name, challenge, state } : null;
}

/** Only the app's own kind of address is opened: another one could be a script, or a foreign page. */
async function allow(asked: Asked): Promise<string> {
  const { redirect } = await api.post('accounts/v1/desktop-login', { body: asked });
  if (!redirect.startsWith('anbar://')) throw new Error('not the address of the app');
  location.assign(redirect);
  return redirect;
}

/** Asks the user to let a desktop app on this computer sign in as them. */
export function DesktopLoginPage() {
  useLang();
  const [asked] = useState(() => readAddress(location.search));
  const [denied, setDenied] = useState(false);
  const { mutate, data: address, isPending, error } = useMutation({ mutationFn: allow });
  if (!asked) return <DeadLink />;
  if (address) {
    return (
      <ProgramSuccess
        title={t('signin.desktopDoneTitle')}
        text={t('signin.desktopDoneText')}
        actions={
          <a href={address} className={buttonClass('soft')}>
            {t('signin.desktopOpen')}
          </a>
        }
      />
    );
  }
  if (denied) return <ProgramRefusal text={t('signin.desktopDeniedText')} />;
  return (
    <ProgramQuestion
      title={t('signin.desktopTitle')}
      text={t('signin.desktopText', { name: asked.name })}
      busy={isPending}
      error={error}
      onAllow={() => mutate(asked)}
      onDeny={() => setDenied(true)}
    >
      <Notice tone="warning">{t('signin.desktopWarn')}</Notice>
    </ProgramQuestion>
  );
}
