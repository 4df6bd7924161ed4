import { MonitorCheck, MonitorX } from 'lucide-react';
import type { ReactNode } from 'react';
import { faultText } from '~/api/fault';
import { useMe } from '~/api/me';
import { FailureState } from '~/page/failure-state';
import { PageLayout } from '~/page/page-layout';
import { signOut } from '~/page/sign-out';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { Entrance } from './entrance';
import { PersonCard } from './person-card';

type Props = {
  title: string;
  text: string;
  busy: boolean;
  error: unknown;
  onAllow: () => void;
  onDeny: () => void;
  /** The facts that are known about the program, and warnings. */
  children: ReactNode;
};

/** Asks the user to let a program in, in their name. */
export function ProgramQuestion({ title, text, busy, error, onAllow, onDeny, children }: Props) {
  return (
    <Entrance title={title} text={text}>
      <div className="grid gap-5">
        <UserLine />
        {children}
        {error != null && <Notice tone="danger">{faultText(error)}</Notice>}
        <div className="grid gap-3">
          <Button kind="solid" busy={busy} onClick={onAllow} className="h-11">
            {t('signin.desktopAllow')}
          </Button>
          <Button kind="outline" disabled={busy} onClick={onDeny} className="h-11">
            {t('signin.desktopDeny')}
          </Button>
        </div>
        <Button onClick={() => void signOut()}>{t('signin.notYou')}</Button>
      </div>
    </Entrance>
  );
}

function UserLine() {
  const { data: me, error, refetch } = useMe();
  if (me) return <PersonCard me={me} />;
  return error ? <FailureState error={error} retry={refetch} /> : <Skeleton className="h-22 w-full rounded-card" />;
}

/** The program was let in. */
export function ProgramSuccess({ title, text, actions }: { title: string; text: string; actions?: ReactNode }) {
  return (
    <PageLayout>
      <State
        page
        alert
        icon={<MonitorCheck size={36} strokeWidth={1.6} />}
        title={title}
        text={text}
        actions={actions}
      />
    </PageLayout>
  );
}

/** The user refused the program. */
export function ProgramRefusal({ text }: { text: string }) {
  return (
    <PageLayout>
      <State
        page
        alert
        icon={<MonitorX size={36} strokeWidth={1.6} />}
        title={t('signin.desktopDeniedTitle')}
        text={text}
      />
    </PageLayout>
  );
}
