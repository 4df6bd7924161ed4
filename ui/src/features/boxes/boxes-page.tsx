import { Inbox } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Box } from '~/api/types';
import { StatusPage } from '~/features/gate/status-page';
import { useStatus } from '~/features/gate/use-status';
import { useLang } from '~/i18n';
import { useSpaceBoxes } from './api';
import { BoxDialogs, type OpenBox } from './box-dialogs';
import { BoxRow, type BoxAct } from './box-row';

const statuses = ['active', 'expired', 'dead'] as const;

type Props = {
  spaceId: string;
  /** The button that makes a new box; null for users who may not. */
  create: ReactNode;
};

/** All upload boxes of a workspace. */
export function BoxesPage({ spaceId, create }: Props) {
  useLang();
  const [, navigate] = useLocation();
  const status = useStatus(statuses);
  const list = useSpaceBoxes(spaceId, status);
  const [open, setOpen] = useState<OpenBox | null>(null);
  const handleAct = (what: BoxAct, box: Box) => {
    if (what === 'open') navigate(`/workspace/${spaceId}/directory/${box.directory_id}`);
    else setOpen({ act: what, box });
  };
  return (
    <StatusPage
      area="boxes"
      Icon={Inbox}
      statuses={statuses}
      status={status}
      list={list}
      create={create}
      renderRow={(box) => <BoxRow key={box.upload_id} box={box} onAct={handleAct} />}
    >
      <BoxDialogs open={open} onClose={() => setOpen(null)} />
    </StatusPage>
  );
}
