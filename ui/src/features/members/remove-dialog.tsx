import { useState } from 'react';
import { useLocation } from 'wouter';
import { faultText } from '~/api/fault';
import { useSpace } from '~/api/spaces';
import { personName } from '~/page/people/person';
import type { Departure, Member } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { toast } from '~/kit/toast';
import { leaveSpace, removeMember, useDeparture, type MyDrive } from './api';
import { DriveChoice, type Fate } from './drive-choice';
import { Leftovers } from './leftovers';

type Props = { spaceId: string; member: Member; onClose: () => void };

const hasDrive = ({ my_drive: drive }: Departure) => drive.files + drive.directories + drive.trashed_files > 0;

/** Removes a member, or lets the user leave: shows their data and asks what happens to it. */
export function RemoveDialog({ spaceId, member, onClose }: Props) {
  const space = useSpace(spaceId);
  const [, navigate] = useLocation();
  const departure = useDeparture(spaceId, member.user?.user_id);
  const [fate, setFate] = useState<Fate>('hand_over');
  const [to, setTo] = useState('');
  const name = personName(member.user, member.email);
  const title = space?.title ?? '';
  const asks = departure.data !== undefined && hasDrive(departure.data);
  const decided: MyDrive | null = !asks ? null : fate === 'hand_over' ? { action: fate, to } : { action: fate };
  const go = useMutation({
    mutationFn: () =>
      member.is_you ? leaveSpace(spaceId, decided) : removeMember(spaceId, member.user?.user_id ?? '', decided),
    onSuccess: () => {
      toast({ kind: 'success', title: member.is_you ? t('members.left', { title }) : t('members.removed', { name }) });
      onClose();
      if (member.is_you) navigate('/workspace', { replace: true });
    },
  });
  const waits = member.user !== null && departure.isPending;
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={member.is_you ? t('members.leaveTitle', { title }) : t('members.removeTitle', { name })}
      description={t(member.is_you ? 'members.leaveText' : 'members.removeText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="danger"
            busy={go.isPending}
            disabled={waits || (asks && fate === 'hand_over' && !to)}
            onClick={() => go.mutate()}
          >
            {t(member.is_you ? 'members.leaveNow' : 'members.removeNow')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {waits && !departure.error && <Skeleton className="h-40 w-full rounded-card" />}
        {departure.error && <Notice tone="danger">{faultText(departure.error)}</Notice>}
        {departure.data && <Leftovers departure={departure.data} you={member.is_you} />}
        {asks && departure.data && (
          <DriveChoice
            spaceId={spaceId}
            departure={departure.data}
            you={member.is_you}
            fate={fate}
            to={to}
            except={member.email}
            onFate={setFate}
            onTo={setTo}
          />
        )}
        {go.error && <Notice tone="danger">{faultText(go.error, 'members')}</Notice>}
      </div>
    </Dialog>
  );
}
