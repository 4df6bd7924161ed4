import { Component, type ReactNode } from 'react';
import { t } from '~/i18n';
import { takeNewVersion } from '~/page/new-version';
import { FailureState } from './failure-state';

/** Says in place of a viewer whose code could not be fetched why the file is not shown. */
export class ChunkBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** After an upgrade the code of this version is gone from the server. */
  override componentDidCatch() {
    void takeNewVersion();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const text = navigator.onLine ? t('problems.noResponse') : t('preview.notKept');
    return <FailureState text={text} onRetry={() => location.reload()} />;
  }
}
