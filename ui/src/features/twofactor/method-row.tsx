import type { TwoFactorMethod, User } from '~/api/types';
import { Badge } from '~/page/people/person';
import { t } from '~/i18n';
import { fullDate, ownDigits, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Setting } from '~/kit/setting';
import type { Method } from './api';
import { icons, words } from './methods';

type Props = {
  method: Method;
  /** Its codes come: this server can send them. */
  works: boolean;
  view: TwoFactorMethod | undefined;
  me: User;
  onEnable: () => void;
  onDisable: () => void;
};

/** A kind of second step: whether it is on, and since when. */
export function MethodRow({ method, works, view, me, onEnable, onDisable }: Props) {
  const Icon = icons[method];
  // Only to a proven address may a code go.
  const impossible = method === 'email' && !me.is_email_validated;
  const its = words[method];
  return (
    <li>
      <Setting
        icon={<Icon size={20} />}
        tone={view ? 'success' : 'calm'}
        title={t(its.name)}
        badges={
          <>
            {view && (
              <Badge tone={works ? 'success' : 'warning'}>{t(works ? 'twofactor.on' : 'twofactor.noCodes')}</Badge>
            )}
            {!view && method === 'totp' && <Badge tone="brand">{t('twofactor.best')}</Badge>}
          </>
        }
        text={view ? <UseDates view={view} /> : t(impossible ? 'twofactor.emailMissing' : its.text)}
        actions={
          view ? (
            <Button kind="outline" aria-label={t(its.disable)} onClick={onDisable}>
              {t('twofactor.turnOff')}
            </Button>
          ) : (
            <Button kind="soft" aria-label={t(its.enable)} disabled={impossible} onClick={onEnable}>
              {t('twofactor.turnOn')}
            </Button>
          )
        }
      />
    </li>
  );
}

function UseDates({ view: { target, created_at: at, last_used: used } }: { view: TwoFactorMethod }) {
  return (
    <>
      {target && (
        <>
          <bdi dir="ltr">{target.includes('@') ? target : ownDigits(target)}</bdi> ·{' '}
        </>
      )}
      <span title={fullDate(at)}>{t('twofactor.since', { when: when(at) })}</span>
      {used && (
        <>
          {' '}
          · <span title={fullDate(used)}>{t('twofactor.used', { when: when(used) })}</span>
        </>
      )}
    </>
  );
}
