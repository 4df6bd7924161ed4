import { CloudOff, RefreshCw, TriangleAlert } from 'lucide-react';
import { Component, useEffect, type ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import { LoadingBar } from './loading-bar';
import { takeNewVersion, type Version } from './new-version';

type Props = { at: string; children: ReactNode };
type Shown = { failed: boolean; offline: boolean; at: string; version: Version | null };

/** Shows an error in place of a page whose code failed. */
export class ErrorBoundary extends Component<Props, Shown> {
  override state: Shown = { failed: false, offline: false, at: this.props.at, version: null };

  /** Without a connection it is the code of the page that is missing. */
  static getDerivedStateFromError(error: unknown) {
    return { failed: true, offline: !navigator.onLine && error instanceof TypeError, version: null };
  }

  /** After an upgrade the code of other pages is gone from the server, and what comes from it may be new to this page. */
  override componentDidCatch() {
    const { at } = this.props;
    void takeNewVersion().then((version) => at === this.props.at && this.setState({ version }));
  }

  /** Another page gets another chance. */
  static getDerivedStateFromProps(props: Props, state: Shown): Shown | null {
    return props.at === state.at ? null : { failed: false, offline: false, at: props.at, version: null };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.state.offline) return <OfflineNotice />;
    if (this.state.version === null || this.state.version === 'reloading') return <LoadingBar />;
    if (this.state.version === 'waits') return <NewVersion />;
    return (
      <main className="grid h-full place-items-center">
        <State
          page
          alert
          tone="danger"
          icon={<TriangleAlert size={34} />}
          title={t('frame.crashTitle')}
          text={t('frame.crashText')}
          actions={
            <>
              <Button kind="solid" onClick={() => location.reload()}>
                {t('frame.reload')}
              </Button>
              <Button kind="outline" onClick={() => location.assign('/workspace')}>
                {t('frame.goHome')}
              </Button>
            </>
          }
        />
      </main>
    );
  }
}

/** In place of a page that a newer version has other code for, while something here would be lost. */
function NewVersion() {
  return (
    <main className="grid h-full place-items-center">
      <State
        page
        alert
        icon={<RefreshCw size={34} />}
        title={t('frame.newTitle')}
        text={t('frame.newText')}
        actions={
          <>
            <Button kind="solid" onClick={() => location.reload()}>
              {t('frame.reload')}
            </Button>
            <Button kind="outline" onClick={() => history.back()}>
              {t('common.back')}
            </Button>
          </>
        }
      />
    </main>
  );
}

/** In place of a page whose code is not on this device; the page comes with the connection. */
function OfflineNotice() {
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <main className="grid h-full place-items-center">
      <State
        page
        alert
        icon={<CloudOff size={34} />}
        title={t('frame.notKeptTitle')}
        text={t('problems.noInternet')}
        actions={
          <Button kind="outline" onClick={() => history.back()}>
            {t('common.back')}
          </Button>
        }
      />
    </main>
  );
}
