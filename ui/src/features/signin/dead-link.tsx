import { CalendarX2, Link2Off } from 'lucide-react';
import { Link } from 'wouter';
import { Fault } from '~/api/fault';
import { isLoggedIn } from '~/api/session';
import { PageLayout } from '~/page/page-layout';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { State } from '~/kit/state';

/** Whether an answer says that the link that was followed does not work, now or ever. */
export const isDeadLink = (error: unknown) =>
  error instanceof Fault && (error.key === 'invalid_token' || error.key === 'link_expired');

type Props = {
  /** It worked once. */
  late?: boolean;
  /** The page that sends another link. */
  again?: string;
};

/** Shown for a mailed link that does not work: possible reasons, and ways on. */
export function DeadLink({ late, again }: Props) {
  const Icon = late ? CalendarX2 : Link2Off;
  const home = isLoggedIn();
  return (
    <PageLayout>
      <State
        page
        alert
        icon={<Icon size={36} strokeWidth={1.6} />}
        title={t(late ? 'signin.lateTitle' : 'signin.deadTitle')}
        text={t(late ? 'signin.lateText' : 'signin.deadText')}
        actions={
          <>
            {again && (
              <Link href={again} className={buttonClass('solid')}>
                {t('signin.askAgain')}
              </Link>
            )}
            <Link href={home ? '/workspace' : '/login'} className={buttonClass(again ? 'ghost' : 'solid')}>
              {t(home ? 'signin.toFiles' : 'signin.toLogin')}
            </Link>
          </>
        }
      />
    </PageLayout>
  );
}
