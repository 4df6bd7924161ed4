import type { Space } from '~/api/types';
import { t } from '~/i18n';
import { Notice } from '~/kit/notice';

/** Tells members that staff froze the workspace, and why. */
export function FrozenBanner({ space }: { space: Space }) {
  return (
    <section aria-label={t('errors.workspace_frozen')} className="px-3 pb-3">
      <Notice tone="warning" title={t('errors.workspace_frozen')}>
        <span dir="auto">{space.frozen_reason}</span>
      </Notice>
    </section>
  );
}
