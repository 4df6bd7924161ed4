import { LogOut } from 'lucide-react';
import type { Session } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { Badge } from '~/page/people/person';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Checkbox } from '~/kit/checkbox';
import { IconButton } from '~/kit/icon-button';
import { Setting } from '~/kit/setting';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { endSessions } from './api';
import { DeviceIcon } from './device-name';

type Props = { session: Session; chosen: boolean; onChoose: (chosen: boolean) => void };

export function SessionRow({ session, chosen, onChoose }: Props) {
  const device = session.device || t('accounts.unknownDevice');
  const end = useMutation({
    mutationFn: () => endSessions([session.session_key]),
    onSuccess: () => void toast({ kind: 'success', title: t('accounts.sessionEnded') }),
    onError: sayFault,
  });
  return (
    <li className="flex items-center gap-4">
      {session.is_current ? (
        <span className="w-5 shrink-0 max-sm:hidden" />
      ) : (
        <Checkbox
          hideLabel
          label={t('profile.chooseSession', { device })}
          checked={chosen}
          onChange={onChoose}
          className="pointer-coarse:size-6"
        />
      )}
      <div className="min-w-0 flex-1">
        <Setting
          icon={<DeviceIcon name={device} />}
          tone={session.is_current ? 'success' : 'calm'}
          title={<bdi className="truncate">{device}</bdi>}
          badges={session.is_current && <Badge tone="success">{t('accounts.thisDevice')}</Badge>}
          text={
            <>
              <bdi>{session.address}</bdi> ·{' '}
              <span title={fullDate(session.last_login)}>
                {t('accounts.signedInAt', { when: when(session.last_login) })}
              </span>
              {!session.is_current && (
                <>
                  {' '}
                  ·{' '}
                  <span title={fullDate(session.last_used)}>
                    {t('accounts.usedAt', { when: when(session.last_used) })}
                  </span>
                </>
              )}
            </>
          }
        />
      </div>
      {!session.is_current && (
        <IconButton
          label={t('accounts.endSessionOf', { device })}
          disabled={end.isPending}
          onClick={() => end.mutate()}
        >
          <LogOut size={18} aria-hidden="true" className="rtl:rotate-180" />
        </IconButton>
      )}
    </li>
  );
}
