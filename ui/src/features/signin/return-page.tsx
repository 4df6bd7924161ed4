import { ShieldX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { faultText } from '~/api/fault';
import { isLoggedIn } from '~/api/session';
import { enter, welcomeTo } from './enter';
import { PageLayout } from '~/page/page-layout';
import { safePath } from '~/api/target';
import { t, useLang } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Spinner } from '~/kit/spinner';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { linkProvider, signInByProvider, useProviders, type AuthCallback } from '~/features/providers/api';
import { takeLinkRedirect } from '~/features/providers/oauth-redirect';

const settings = '/account/settings?tab=security';

/** Reads the provider's answer and removes it from the address at once: it works a single time and is secret. */
function takeReturn(provider: string) {
  const query = new URLSearchParams(location.search);
  const [code = '', state = '', iss] = ['code', 'state', 'iss'].map((name) => query.get(name) ?? undefined);
  const callback: AuthCallback = { code, state, ...(iss !== undefined && { iss }) };
  const links = takeLinkRedirect(provider) && isLoggedIn();
  history.replaceState(history.state, '', location.pathname);
  return { callback, denied: query.has('error'), links };
}

/** Without a name while the providers are being fetched: the id in the address says nothing to the user. */
function titleOf(links: boolean, name: string | undefined): string {
  if (!name) return t(links ? 'signin.linkUnnamed' : 'signin.providerUnnamed');
  return t(links ? 'signin.linkTitle' : 'signin.providerTitle', { name });
}

/** Where a provider sends people back to. */
export function ReturnPage({ params: { provider = '' } }: { params: { provider?: string } }) {
  useLang();
  const [{ callback, denied, links }] = useState(() => takeReturn(provider));
  const [error, setError] = useState<unknown>();
  const name = useProviders().data?.find(({ id }) => id === provider)?.title;

  useEffect(() => {
    if (denied) return;
    const finish = async () => {
      if (!links) {
        const login = await signInByProvider(provider, callback);
        await enter(login, welcomeTo(safePath(login.redirect_to)));
        return;
      }
      await linkProvider(provider, callback);
      toast({ kind: 'success', title: t('signin.linkDone') });
      navigate(settings, { replace: true });
    };
    finish().catch(setError);
  }, [provider, callback, denied, links]);

  if (!denied && error === undefined) {
    return (
      <PageLayout>
        <State
          page
          icon={<Spinner className="size-8" />}
          title={titleOf(links, name)}
          text={t('signin.providerText')}
        />
      </PageLayout>
    );
  }
  return (
    <PageLayout>
      <State
        page
        alert
        tone="danger"
        icon={<ShieldX size={36} strokeWidth={1.6} />}
        title={t(links ? 'signin.linkFailed' : 'signin.providerFailed')}
        text={denied ? (name ? t('signin.providerDenied', { name }) : t('signin.deniedUnnamed')) : faultText(error)}
        actions={
          <Link href={links ? settings : '/login'} className={buttonClass('solid')}>
            {t(links ? 'signin.toSettings' : 'signin.backToLogin')}
          </Link>
        }
      />
    </PageLayout>
  );
}
