import { CloudUpload, Ban } from 'lucide-react';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';

/** Names the effect of a drop. Over a folder it makes room for the folder to be seen. */
export function DropNotice({ name, allowed, overFolder }: { name: string; allowed: boolean; overFolder: boolean }) {
  const Icon = allowed ? CloudUpload : Ban;
  return (
    <div
      className={cx(
        'pointer-events-none absolute inset-0 z-20 rounded-[inherit] border-2',
        allowed ? 'border-brand' : 'border-danger',
        !overFolder && (allowed ? 'bg-brand/8' : 'bg-danger/8'),
      )}
    >
      <div
        role="status"
        className={cx(
          'absolute inset-x-0 bottom-8 mx-auto flex w-fit max-w-[90%] items-center gap-4 rounded-card px-5 py-3.5 shadow-pop',
          allowed ? 'bg-brand-solid text-on-brand' : 'bg-danger-solid text-white',
        )}
      >
        <Icon size={26} aria-hidden="true" className="shrink-0" />
        <span>
          <span className="block font-bold">{allowed ? t('files.dropHere', { name }) : t('files.dropRefused')}</span>
          {allowed && <span className="block text-xs opacity-85">{t('files.dropHint')}</span>}
        </span>
      </div>
    </div>
  );
}
