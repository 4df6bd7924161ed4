import { ShieldX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { faultText } from '~/api/fault';
import { isLoggedIn } from '~/api/session';
import { enter, welcomeTo } from '~/features/accounts/enter';
import { Plain } from '~/features/frame/plain';
import { t, useLang } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Spinner } from '~/kit/spinner';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import type { RouteParams } from '~/routes';
import { linkProvider, signInByProvider } from './api';
import { journeyTo } from './journey';

const settings = '/account/settings?tab=security';

/** Reads what came back with a person and takes it out of the address: it works once, and is nobody else's business. */
function useReturn(provider: string) {
  const [back] = useState(() => {
    const query = new URLSearchParams(location.search);
    const journey = journeyTo(provider);
    history.replaceState(history.state, '', location.pathname);
    return {
      vouch: { code: query.get('code') ?? '', state: query.get('state') ?? '' },
      denied: query.has('error'),
      title: journey?.title ?? provider,
      links: journey?.purpose === 'link' && isLoggedIn(),
      target: journey?.target ?? '/workspace',
    };
  });
  return back;
}

/** Where a provider sends people back to. */
export function ReturnPage({ params: { provider = '' } }: { params: RouteParams }) {
  useLang();
  const { vouch, denied, title, links, target } = useReturn(provider);
  const [problem, setProblem] = useState(denied ? t('signin.providerDenied', { name: title }) : '');

  useEffect(() => {
    if (denied) return;
    const finish = async () => {
      if (!links) return enter(await signInByProvider(provider, vouch), welcomeTo(target));
      await linkProvider(provider, vouch);
      toast({ kind: 'success', title: t('signin.linked', { name: title }) });
      navigate(settings, { replace: true });
    };
    finish().catch((error: unknown) => setProblem(faultText(error)));
    // What came back works once, whatever is drawn again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, []);

  return (
    <Plain>
      {problem ? (
        <State
          page
          alert
          tone="danger"
          icon={<ShieldX size={36} strokeWidth={1.6} />}
          title={t(links ? 'signin.linkFailed' : 'signin.providerFailed')}
          text={problem}
          actions={
            <Link href={links ? settings : '/login'} className={buttonClass('solid')}>
              {t(links ? 'signin.toSettings' : 'signin.backToLogin')}
            </Link>
          }
        />
      ) : (
        <State
          page
          icon={<Spinner className="size-8" />}
          title={t(links ? 'signin.linkTitle' : 'signin.providerTitle', { name: title })}
          text={t('signin.providerText')}
        />
      )}
    </Plain>
  );
}
