import { CalendarX2, Clock, CloudOff, FileQuestion, Link2Off, PackageX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Fault, faultText } from '~/api/fault';
import type { Failure, WorkspaceSummary } from '~/api/types';
import { t } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import { PublicCard } from './public-frame';

/** Which page of its own an answer leads to, or null. */
export function deadEndOf(error: unknown): string | null {
  if (!(error instanceof Fault)) return null;
  if (error.key && error.key in ends) return error.key;
  return error.status === 404 ? 'invalid_id' : null;
}

const ends: Record<string, { Icon: LucideIcon; key: 'expired' | 'spent' | 'deleted' | 'dead' | 'unknown' }> = {
  link_expired: { Icon: CalendarX2, key: 'expired' },
  link_limit_reached: { Icon: PackageX, key: 'spent' },
  link_deleted: { Icon: Link2Off, key: 'deleted' },
  link_dead: { Icon: Link2Off, key: 'dead' },
  invalid_id: { Icon: FileQuestion, key: 'unknown' },
  invalid_upload_code: { Icon: FileQuestion, key: 'unknown' },
};

const bodyOf = (error: unknown) => ((error instanceof Fault && error.body) || {}) as Partial<Failure>;

/** The workspace that shared what has ended, or null. */
export const hostOf = (error: unknown): WorkspaceSummary | null => bodyOf(error).workspace ?? null;

/** Why a link has ended, until when it was open, and the person who can help. */
function reasonOf(error: unknown, key: (typeof ends)[string]['key']): ReactNode {
  const { shared_by: name, expired_at: until } = bodyOf(error);
  if (!name?.trim()) return t(`gate.${key}Text`);
  return (
    <>
      {until && <p>{t('gate.wasOpenUntil', { when: dateTime(until) })}</p>}
      <p>{t('gate.askName', { name })}</p>
    </>
  );
}

type Props = { error: unknown; retry: () => unknown };

/** Shown for a link that leads nowhere; says only why. */
export function DeadEnd({ error, retry }: Props) {
  const end = ends[deadEndOf(error) ?? ''];
  if (end) {
    const { Icon, key } = end;
    return (
      <Middle>
        <State
          page
          alert
          className="px-0! py-2!"
          icon={<Icon size={36} strokeWidth={1.6} />}
          title={t(`gate.${key}Title`)}
          text={reasonOf(error, key)}
        />
      </Middle>
    );
  }
  const tooMany = error instanceof Fault && error.kind === 'tooMany';
  return (
    <Middle>
      <State
        page
        alert
        className="px-0! py-2!"
        tone={tooMany ? 'calm' : 'danger'}
        icon={tooMany ? <Clock size={36} strokeWidth={1.6} /> : <CloudOff size={36} strokeWidth={1.6} />}
        title={tooMany ? t('gate.waitTitle') : t('common.errorTitle')}
        text={faultText(error)}
        actions={
          <Button kind="soft" onClick={() => void retry()}>
            {t('common.retry')}
          </Button>
        }
      />
    </Middle>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return <PublicCard>{children}</PublicCard>;
}
