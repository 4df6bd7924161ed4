import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endSession } from '~/api/refresh';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Settings } from '~/kit/setting';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { endAllSessions, endOtherSessions, endSessions, sessionsQuery } from './api';

import { SessionRow } from './session-row';

type Asked = 'some' | 'others' | 'all';

/** Every device that is signed in; this one first. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const [asking, setAsking] = useState<Asked | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const others = data?.filter((session) => !session.is_current) ?? [];
  const some = others.filter(({ session_key: key }) => chosen.includes(key)).map(({ session_key: key }) => key);
  return (
    <Card
      title={t('accounts.sessionsTitle')}
      text={t('accounts.sessionsText')}
      footer={
        data && (
          <>
            {some.length > 0 && (
              <Button kind="dangerSoft" onClick={() => setAsking('some')}>
                {t('profile.endSome', { n: some.length })}
              </Button>
            )}
            {others.length > 0 && some.length === 0 && (
              <Button kind="dangerSoft" onClick={() => setAsking('others')}>
                {t('accounts.endOthers')}
              </Button>
            )}
            <Button onClick={() => setAsking('all')}>{t('profile.endAll')}</Button>
          </>
        )
      }
    >
      {!data && !error && <RowsSkeleton />}
      {!data && error && <Trouble error={error} retry={refetch} />}
      {data && (
        <Settings>
          {data.map((session) => (
            <SessionRow
              key={session.session_key}
              session={session}
              chosen={chosen.includes(session.session_key)}
              onChoose={(on) =>
                setChosen(on ? [...chosen, session.session_key] : chosen.filter((key) => key !== session.session_key))
              }
            />
          ))}
        </Settings>
      )}
      {data && others.length === 0 && <p className="text-muted">{t('accounts.onlyThis')}</p>}
      {asking && <Question asked={asking} some={some} onClose={() => setAsking(null)} />}
    </Card>
  );
}

const words = {
  some: {
    title: 'profile.endSomeTitle',
    text: 'profile.endSomeText',
    yes: 'profile.endSomeYes',
    done: 'profile.someEnded',
  },
  others: {
    title: 'accounts.endOthersTitle',
    text: 'accounts.endOthersText',
    yes: 'accounts.endOthers',
    done: 'accounts.othersEnded',
  },
  all: { title: 'profile.endAllTitle', text: 'profile.endAllText', yes: 'profile.endAll', done: 'profile.allEnded' },
} as const;

function Question({ asked, some, onClose }: { asked: Asked; some: string[]; onClose: () => void }) {
  const its = words[asked];
  const run = async () => {
    try {
      if (asked === 'some') await endSessions(some);
      else await (asked === 'others' ? endOtherSessions() : endAllSessions());
      toast({ kind: 'success', title: t(its.done) });
      // Also the one of this page: the guard leads to the login page.
      if (asked === 'all') endSession();
    } catch (error) {
      sayFault(error);
    }
  };
  return <ConfirmDialog title={t(its.title)} text={t(its.text)} yes={t(its.yes)} run={run} onClose={onClose} />;
}
