import { CloudAlert, CloudCheck, CloudOff, ExternalLink, FileX2, Link2, Loader } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Fault, faultText } from '~/api/fault';
import { hrefOf, previewHref } from '~/api/place';
import { isolate, loadErrors, t, useLang } from '~/i18n';
import { clock } from '~/i18n/format';
import { Button, buttonClass } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Spinner } from '~/kit/spinner';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { PageLayout } from '~/page/page-layout';
import { sayFault } from '~/page/say-fault';
import { useWindowTitle } from '~/page/use-window-title';
import { isElsewhere, isInMyDrive } from '../outcome';
import { GoogleSession, type Asked, type Shown } from './session';

function readAddress(search: string): Asked {
  const query = new URLSearchParams(search);
  const part = (name: string) => query.get(name) ?? '';
  return { editorId: part('editor_id'), spaceId: part('space'), directoryId: part('directory'), fileId: part('file') };
}

const FOLLOWING = { isFollowing: true };

/** The state of a document that is edited at Google. The document itself is in a tab of Google's. */
export function GooglePage() {
  useLang();
  const search = useSearch();
  return (
    <PageLayout>
      <Session key={search} asked={readAddress(search)} />
    </PageLayout>
  );
}

function Session({ asked }: { asked: Asked }) {
  const [, navigate] = useLocation();
  const [shown, setShown] = useState<Shown>({ step: 'wait' });
  const [session] = useState(
    () =>
      new GoogleSession(
        asked,
        setShown,
        (link) => {
          toast({ kind: 'success', title: t('google.reopened') });
          navigate(link, { replace: true, state: FOLLOWING });
        },
        (history.state as typeof FOLLOWING | null)?.isFollowing === true,
      ),
  );
  useEffect(() => {
    void loadErrors();
    void session.start();
    const ping = () => document.visibilityState === 'visible' && void session.ping();
    document.addEventListener('visibilitychange', ping);
    return () => {
      document.removeEventListener('visibilitychange', ping);
      session.end();
    };
  }, [session]);
  const name = 'started' in shown ? shown.started.file_name : '';
  useWindowTitle(name ? t('google.title', { name }) : undefined);

  switch (shown.step) {
    case 'wait':
      return <State page icon={<Spinner className="size-8" />} title={t('google.opening')} />;
    case 'connect':
      return <ConnectPrompt shown={shown} />;
    case 'open':
      return <OpenDocument shown={shown} onClose={() => session.close()} />;
    case 'closed':
      return <ClosedState shown={shown} />;
    case 'gone':
      return (
        <EndState title={t('google.goneTitle')} text={t('google.goneText')} asked={asked} icon={<FileX2 size={36} />} />
      );
    default:
      return (
        <EndState
          alert
          title={t('google.failedTitle')}
          text={faultText(shown.error)}
          asked={asked}
          icon={<CloudAlert size={36} />}
          onRetry={() => void session.start()}
        />
      );
  }
}

type Of<S extends Shown['step']> = { shown: Extract<Shown, { step: S }> };

function ConnectPrompt({ shown: { started } }: Of<'connect'>) {
  // An address of another kind could be a script.
  const page = /^https?:\/\//.test(started.auth_url) ? started.auth_url : undefined;
  return (
    <State
      page
      icon={<Link2 size={36} strokeWidth={1.6} />}
      title={t('google.connectTitle')}
      text={t('google.connectText', { name: isolate(started.file_name) })}
      actions={
        <>
          <a href={page} className={buttonClass('solid')}>
            {t('google.connect')}
          </a>
          <BackToFiles spaceId={started.space_id} directoryId={started.directory_id} />
        </>
      }
    />
  );
}

function OpenDocument({
  shown: { started, state, isOffline },
  onClose,
}: Of<'open'> & { onClose: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const name = isolate(started.file_name);
  const link = /^https?:\/\//.test(started.link) ? started.link : undefined;
  const close = async () => {
    setBusy(true);
    try {
      await onClose();
    } catch (error) {
      sayFault(error);
      setBusy(false);
    }
  };
  return (
    <State
      page
      icon={<ExternalLink size={36} strokeWidth={1.6} />}
      title={t('google.openTitle')}
      text={
        <div className="grid gap-4">
          <p>{t('google.openText', { name })}</p>
          <SaveState state={state} isOffline={isOffline} />
          {state?.problem && !isOffline && (
            <div className="text-start text-fg">
              <Notice tone="warning" title={t('google.problem')}>
                <p>{faultText(new Fault({ kind: 'refused', key: state.problem }))}</p>
                {state.problem === 'google_account' && (
                  <Link href="/account/settings?tab=security" className="font-semibold text-brand underline">
                    {t('google.again')}
                  </Link>
                )}
              </Notice>
            </div>
          )}
          {state && isElsewhere(state) && (
            <div className="text-start text-fg">
              <Notice tone="warning">{t(isInMyDrive(state) ? 'google.inMyDrive' : 'google.copy', { name })}</Notice>
            </div>
          )}
        </div>
      }
      actions={
        <>
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            title={t('google.newTab')}
            className={buttonClass('solid')}
          >
            <ExternalLink size={18} aria-hidden="true" />
            {t('google.go')}
            <span className="sr-only">{t('google.newTab')}</span>
          </a>
          <Button kind="outline" busy={busy} onClick={() => void close()}>
            {t('google.closeDone')}
          </Button>
          <p className="mt-2 w-full text-sm text-muted">{t('google.closeHint')}</p>
        </>
      }
    />
  );
}

/** When what was typed at Google came here last. */
function SaveState({ state, isOffline }: { state: Of<'open'>['shown']['state']; isOffline: boolean }) {
  const [Icon, text, tone] = isOffline
    ? ([CloudOff, t('google.offline'), 'text-warning'] as const)
    : state?.saved_at
      ? ([CloudCheck, t('google.saved', { time: clock(state.saved_at) }), 'text-success'] as const)
      : ([CloudCheck, t('google.notYet'), 'text-muted'] as const);
  return (
    <p role="status" className={`flex items-center justify-center gap-2 font-semibold ${tone}`}>
      <Icon size={18} aria-hidden="true" className="shrink-0" />
      {text}
    </p>
  );
}

function ClosedState({ shown: { closed, started } }: Of<'closed'>) {
  const isClosing = closed.status === 'closing';
  const name = isolate(closed.file_name || started.file_name);
  const text = isClosing ? 'google.closingText' : closed.saved_at ? 'google.closedText' : 'google.closedUnchanged';
  return (
    <State
      page
      icon={isClosing ? <Loader size={36} strokeWidth={1.6} /> : <CloudCheck size={36} strokeWidth={1.6} />}
      title={t(isClosing ? 'google.closingTitle' : 'google.closedTitle')}
      text={t(text, { name })}
      actions={
        <>
          <Link
            href={previewHref({ spaceId: started.space_id, my: false }, started.directory_id, started.file_id)}
            className={buttonClass('solid')}
          >
            {t('google.show')}
          </Link>
          <BackToFiles spaceId={started.space_id} directoryId={started.directory_id} />
        </>
      }
    />
  );
}

type EndedProps = { title: string; text: string; icon: ReactNode; asked: Asked; alert?: boolean; onRetry?: () => void };

function EndState({ title, text, icon, asked, alert, onRetry }: EndedProps) {
  return (
    <State
      page
      alert={alert ?? false}
      tone={alert ? 'danger' : 'calm'}
      icon={icon}
      title={title}
      text={text}
      actions={
        <>
          {onRetry && (
            <Button kind="soft" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          )}
          <BackToFiles spaceId={asked.spaceId} directoryId={asked.directoryId} />
        </>
      }
    />
  );
}

const BackToFiles = ({ spaceId, directoryId }: { spaceId: string; directoryId: string }) => (
  <Link href={spaceId ? hrefOf({ spaceId, directoryId, my: false }) : '/workspace'} className={buttonClass('outline')}>
    {t('google.backToFiles')}
  </Link>
);
