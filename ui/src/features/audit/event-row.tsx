import { ShieldAlert, ShieldCheck, ShieldEllipsis } from 'lucide-react';
import type { AuditEvent } from '~/api/types';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { actions, isAction, type Tone } from './actions';
import { partsOf, titleOf } from './sentence';

const tones: Record<Tone, { Icon: typeof ShieldCheck; className: string }> = {
  calm: { Icon: ShieldEllipsis, className: 'bg-sunken text-muted' },
  good: { Icon: ShieldCheck, className: 'bg-success-soft text-success' },
  bad: { Icon: ShieldAlert, className: 'bg-danger-soft text-danger' },
};

type Props = {
  event: AuditEvent;
  /** Shows whose account it is, and leads to all that happened to it. */ onPerson?: ((id: string) => void) | undefined;
};

export function EventRow({ event, onPerson }: Props) {
  const { Icon, className } = tones[isAction(event.action) ? actions[event.action] : 'calm'];
  const parts = partsOf(event);
  const { user, by, at, device, address } = event;
  return (
    <li className="flex gap-4 py-3.5">
      <span
        aria-hidden="true"
        className={cx('mt-0.5 grid size-10 shrink-0 place-items-center rounded-control', className)}
      >
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{titleOf(event)}</span>
          {parts.map((part) => (
            <span key={part} className="min-w-0 text-muted wrap-anywhere">
              {part}
            </span>
          ))}
        </p>
        {onPerson && user && (
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <button
              type="button"
              className="max-w-full truncate text-start text-brand hover:underline pointer-coarse:py-1.5"
              aria-label={t('audit.onlyOf', { name: user.name })}
              onClick={() => onPerson(user._id)}
            >
              <bdi>{user.name}</bdi>
            </button>
            <bdi dir="ltr" className="truncate text-xs text-muted">
              {user.email}
            </bdi>
          </p>
        )}
        <p className="text-xs text-muted">
          {by && by._id !== user?._id && <>{t('audit.doneBy', { name: by.name })} · </>}
          {device && (
            <>
              <bdi>{device}</bdi> ·{' '}
            </>
          )}
          {address && (
            <>
              <bdi dir="ltr">{address}</bdi> ·{' '}
            </>
          )}
          <time dateTime={at} title={fullDate(at)}>
            {when(at)}
          </time>
        </p>
      </div>
    </li>
  );
}
