import { HardDriveUpload } from 'lucide-react';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import { isolate, t } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { calls } from '../api';
import { drafts, type Draft } from '~/api/drafts';
import { isInMyDrive } from '../outcome';
import type { FilePlace } from '../port';

type Props = {
  draft: Draft;
  /** With the file that has the edits now; null when they were deleted. */
  onDone: (place: FilePlace | null) => void;
};

/** Edits of an earlier visit that the server never got: saved before the file is opened, or deleted. */
export function Offer({ draft, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      // With the lease and the version of that visit: if someone changed the file meanwhile, a copy is made.
      const answer = await calls.save(draft.place, draft.lease, draft.version, draft.body);
      await drafts.remove(draft.id);
      if (answer.outcome === 'copy') toast({ title: t('editors.copy'), kind: 'info', timeout: 8000 });
      if (isInMyDrive(answer)) toast({ title: t('editors.inMyDrive'), kind: 'info', timeout: 8000 });
      onDone({ spaceId: answer.space_id, directoryId: answer.directory_id, fileId: answer.file_id });
    } catch (error) {
      setBusy(false);
      toast({ title: faultText(error, 'editors'), kind: 'error' });
    }
  };
  const discard = async () => {
    await drafts.remove(draft.id);
    onDone(null);
  };
  return (
    <main id="content" className="grid h-full place-items-center bg-bg">
      <State
        page
        icon={<HardDriveUpload size={34} />}
        title={t('editors.offerTitle')}
        text={t('editors.offerText', { name: isolate(draft.name), time: dateTime(draft.at) })}
        actions={
          <>
            <Button kind="solid" busy={busy} onClick={() => void save()}>
              {t('editors.offerSave')}
            </Button>
            <Button kind="ghost" className="text-danger!" onClick={() => setAsking(true)}>
              {t('editors.offerDiscard')}
            </Button>
          </>
        }
      />
      {asking && (
        <Dialog
          open
          onOpenChange={(open) => !open && setAsking(false)}
          title={t('editors.offerDiscard')}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
              <Button kind="danger" onClick={() => void discard()}>
                {t('editors.offerDiscard')}
              </Button>
            </>
          }
        >
          <p className="text-pretty text-muted">{t('editors.discardText')}</p>
        </Dialog>
      )}
    </main>
  );
}
