import { CloudOff, TriangleAlert } from 'lucide-react';
import { Component, useEffect, type ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';

type Props = { at: string; children: ReactNode };
type Shown = { failed: boolean; offline: boolean; at: string };

/** Shows an error in place of a page whose code failed. */
export class ErrorBoundary extends Component<Props, Shown> {
  override state = { failed: false, offline: false, at: this.props.at };

  /** Without a connection it is the code of the page that is missing. */
  static getDerivedStateFromError(error: unknown) {
    return { failed: true, offline: !navigator.onLine && error instanceof TypeError };
  }

  /** Another page gets another chance. */
  static getDerivedStateFromProps(props: Props, state: Shown): Shown | null {
    return props.at === state.at ? null : { failed: false, offline: false, at: props.at };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.state.offline) return <NotKept />;
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

/** In place of a page whose code is not on this device; the page comes with the connection. */
function NotKept() {
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
