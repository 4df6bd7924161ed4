import { ShieldX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { faultText } from '~/api/fault';
import { safePath } from '~/api/target';
import { isolate, loadErrors, t, useLang } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Spinner } from '~/kit/spinner';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { PageLayout } from '~/page/page-layout';

const settings = '/account/settings?tab=security';

/** Reads what Google sent back and removes it from the address at once: it works a single time and is secret. */
function readAndClearReturn() {
  const query = new URLSearchParams(location.search);
  const body = { code: query.get('code') ?? '', state: query.get('state') ?? '' };
  history.replaceState(history.state, '', location.pathname);
  return { body, denied: query.has('error') };
}

/** Where Google sends people back to who let this server keep documents in their Drive. */
export function GoogleReturnPage() {
  useLang();
  const [{ body, denied }] = useState(readAndClearReturn);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    void loadErrors();
    if (denied) return;
    const finish = async () => {
      const { email, redirect_to: to } = await api.post('editor/google/account', { body });
      toast({ kind: 'success', title: t('google.linked', { email: isolate(email) }) });
      await changed.googleAccount();
      navigate(to ? safePath(to) : settings, { replace: true });
    };
    finish().catch(setError);
  }, [body, denied]);

  if (!denied && error === undefined) {
    return (
      <PageLayout>
        <State page icon={<Spinner className="size-8" />} title={t('google.linking')} />
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
        title={t('google.linkFailed')}
        text={denied ? t('google.linkDenied') : faultText(error)}
        actions={
          <Link href={settings} className={buttonClass('solid')}>
            {t('google.toSettings')}
          </Link>
        }
      />
    </PageLayout>
  );
}
