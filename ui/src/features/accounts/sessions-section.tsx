import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { toast } from '~/kit/toast';
import { endOtherSessions, sessionsQuery } from './api';
import { SessionRow } from './session-row';

/** Every device that is signed in; this one first. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const [asking, setAsking] = useState(false);
  const others = (data?.length ?? 0) > 1;
  return (
    <Card
      title={t('accounts.sessionsTitle')}
      text={t('accounts.sessionsText')}
      footer={
        others && (
          <Button kind="dangerSoft" onClick={() => setAsking(true)}>
            {t('accounts.endOthers')}
          </Button>
        )
      }
    >
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {!data && error && (
        <Notice tone="danger" title={faultText(error)}>
          <Button kind="outline" className="mt-2" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </Notice>
      )}
      {data && (
        <ul className="-my-2 divide-y divide-line">
          {data.map((session) => (
            <SessionRow key={session.session_key} session={session} />
          ))}
        </ul>
      )}
      {data && !others && <p className="text-muted">{t('accounts.onlyThis')}</p>}
      <EndOthers open={asking} onOpenChange={setAsking} />
    </Card>
  );
}

function EndOthers({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const end = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => {
      onOpenChange(false);
      toast({ kind: 'success', title: t('accounts.othersEnded') });
    },
    onError: (error) => void toast({ kind: 'error', title: faultText(error) }),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('accounts.endOthersTitle')}
      description={t('accounts.endOthersText')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={end.isPending} onClick={() => end.mutate()}>
            {t('accounts.endOthers')}
          </Button>
        </>
      }
    />
  );
}
