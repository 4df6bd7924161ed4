import { useMutation } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { faultText } from '~/api/fault';
import type { Session } from '~/api/types';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { IconButton } from '~/kit/icon-button';
import { toast } from '~/kit/toast';
import { endSessions } from './api';

export function SessionRow({ session }: { session: Session }) {
  const device = session.device || t('accounts.unknownDevice');
  const end = useMutation({
    mutationFn: () => endSessions([session.session_key]),
    onSuccess: () => void toast({ kind: 'success', title: t('accounts.sessionEnded') }),
    onError: (error) => void toast({ kind: 'error', title: faultText(error) }),
  });
  return (
    <li className="flex items-center gap-4 py-3.5">
      <span
        className="grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-muted"
        aria-hidden="true"
      >
        <MonitorSmartphone size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <bdi className="truncate">{device}</bdi>
          {session.is_current && (
            <span className="rounded-full bg-success-soft px-2 text-xs font-semibold text-success">
              {t('accounts.thisDevice')}
            </span>
          )}
        </p>
        <p className="text-xs text-muted">
          <bdi>{session.address}</bdi> ·{' '}
          <span title={fullDate(session.last_login)}>
            {t('accounts.signedInAt', { when: when(session.last_login) })}
          </span>
          {!session.is_current && (
            <>
              {' '}
              ·{' '}
              <span title={fullDate(session.last_used)}>{t('accounts.usedAt', { when: when(session.last_used) })}</span>
            </>
          )}
        </p>
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
