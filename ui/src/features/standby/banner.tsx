import { elsewhere } from '~/api/standby';
import { t } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { Notice } from '~/kit/notice';

/** Says that nothing can be changed here, and as of when this is; nothing at the main server. */
export function StandbyBanner() {
  const now = elsewhere.use();
  if (now === null) return null;
  const replaced = now === 'replaced';
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-20 z-40 mx-auto w-fit max-w-xl rounded-control bg-surface shadow-pop sm:bottom-4"
    >
      <Notice tone="warning" title={replaced ? t('pwa.replacedTitle') : t('pwa.standbyTitle')}>
        {replaced ? t('pwa.replacedText') : t('pwa.standbyText', { at: dateTime(now) })}
      </Notice>
    </div>
  );
}
