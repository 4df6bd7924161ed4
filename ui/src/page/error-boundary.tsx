import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';

type Props = { at: string; children: ReactNode };
type Shown = { failed: boolean; at: string };

/** Shows an error in place of a page whose code failed. */
export class ErrorBoundary extends Component<Props, Shown> {
  override state = { failed: false, at: this.props.at };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** Another page gets another chance. */
  static getDerivedStateFromProps(props: Props, state: Shown): Shown | null {
    return props.at === state.at ? null : { failed: false, at: props.at };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
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
