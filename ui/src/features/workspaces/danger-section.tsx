import { lazy, Suspense, useState } from 'react';
import type { Space } from '~/api/types';
import { t, withWords } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { DeleteSection } from './delete-section';

const HandOverDialog = lazy(async () => ({
  default: (await withWords(import('~/features/members/hand-over-dialog'), 'members', 'people')).HandOverDialog,
}));
const LeaveDialog = lazy(async () => ({
  default: (await withWords(import('~/features/members/leave-dialog'), 'members', 'people')).LeaveDialog,
}));

/**
 * Actions that cannot be undone: the owner hands the workspace over, when there is another member, or deletes it; other
 * members leave.
 */
export function DangerSection({ space }: { space: Space }) {
  const [open, setOpen] = useState(false);
  const handleClose = () => setOpen(false);
  const owner = space.role === 'owner';
  return (
    <>
      {!(owner && space.member_count < 2) && (
        <Card
          title={t(owner ? 'workspaces.handOverTitle' : 'workspaces.leaveTitle')}
          text={t(owner ? 'workspaces.handOverText' : 'workspaces.leaveText')}
        >
          <Button kind="outline" className="justify-self-start" onClick={() => setOpen(true)}>
            {t(owner ? 'workspaces.handOverButton' : 'workspaces.leaveButton')}
          </Button>
        </Card>
      )}
      {owner && <DeleteSection space={space} />}
      <Suspense>
        {open && owner && <HandOverDialog spaceId={space.space_id} onClose={handleClose} />}
        {open && !owner && <LeaveDialog spaceId={space.space_id} onClose={handleClose} />}
      </Suspense>
    </>
  );
}
