import {
  KeyRound,
  LogIn,
  LogOut,
  MailCheck,
  MonitorSmartphone,
  ShieldAlert,
  ShieldCheck,
  UserRoundCog,
  type LucideIcon,
} from 'lucide-react';
import type { AuditEvent } from '~/api/types';
import { t } from '~/i18n';
import { clock, dateTime, fullDate } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { actions, isAction, type Tone } from './actions';
import { partsOf, titleOf } from './sentence';

const tones: Record<Tone, string> = {
  calm: 'bg-sunken text-muted',
  good: 'bg-success-soft text-success',
  bad: 'bg-danger-soft text-danger',
};

/** The picture of an event; what may be wrong has the same one everywhere. */
const icons: [of: RegExp, Icon: LucideIcon][] = [
  [/^(sign_in|desktop_login)$/, LogIn],
  [/^(sign_out|sessions_end)$/, LogOut],
  [/device/, MonitorSmartphone],
  [/password|token|passkey|static_code/, KeyRound],
  [/email|mobile/, MailCheck],
  [/account|provider|staff|role|promotion/, UserRoundCog],
];

function looksOf(action: string): { Icon: LucideIcon; className: string } {
  const tone = isAction(action) ? actions[action] : 'calm';
  const Icon = tone === 'bad' ? ShieldAlert : (icons.find(([of]) => of.test(action))?.[1] ?? ShieldCheck);
  return { Icon, className: tones[tone] };
}

type Props = {
  event: AuditEvent;
  /** Shows whose account it is, and leads to all that happened to it. */ onPerson?: ((id: string) => void) | undefined;
  /** Says the day, too: the row stands under no heading of a day. */
  dated?: boolean;
};

export function EventRow({ event, onPerson, dated }: Props) {
  const { Icon, className } = looksOf(event.action);
  const parts = partsOf(event);
  const { user, by, at, device, address } = event;
  return (
    <li className="flex gap-4 py-3.5">
      <span
        aria-hidden="true"
        className={cx('mt-0.5 grid size-10 shrink-0 place-items-center rounded-control', className)}
      >
        <Icon size={20} className={cx((Icon === LogIn || Icon === LogOut) && 'rtl:rotate-180')} />
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
        {event.detail.reason && (
          <p dir="auto" className="text-muted wrap-anywhere">
            {event.detail.reason}
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
            {dated ? dateTime(at) : clock(at)}
          </time>
        </p>
      </div>
    </li>
  );
}
