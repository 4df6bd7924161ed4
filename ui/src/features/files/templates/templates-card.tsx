import { FileStack } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { hrefOf } from '~/api/place';
import type { Space } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Card } from '~/kit/layout';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import type { Target } from '../operations/calls';
import { FolderChooser } from '../picker/folder-chooser';
import { useFolders } from '../picker/use-folders';
import { saveTemplates, useTemplates } from '../operations/templates';

/** The folder of templates, in the settings of a workspace. */
export function TemplatesCard({ space }: { space: Space }) {
  const { space_id: spaceId } = space;
  const { data } = useTemplates(spaceId);
  const [choosing, setChoosing] = useState(false);
  const save = useMutation({
    mutationFn: (directoryId?: string) => saveTemplates(spaceId, directoryId),
    onSuccess: (_, directoryId) => {
      setChoosing(false);
      toast({ kind: 'success', title: t(directoryId ? 'templates.saved' : 'templates.removed') });
    },
    onError: sayFault,
  });
  const folder = data?.folder;
  return (
    <Card title={t('templates.cardTitle')} text={t('templates.cardText')}>
      <div className="flex flex-wrap items-center gap-3">
        {folder ? (
          <Link
            href={hrefOf({ spaceId, directoryId: folder.directory_id, my: false })}
            className="flex min-h-11 min-w-0 grow basis-56 items-center gap-3 rounded-control border border-line px-3 font-medium hover:bg-hover"
          >
            <FileStack size={18} aria-hidden="true" className="shrink-0 text-brand" />
            <bdi className="truncate">{folder.name}</bdi>
          </Link>
        ) : (
          data && <p className="min-w-40 flex-1 text-muted">{t('templates.noFolder')}</p>
        )}
        {data && (
          <Button kind="outline" onClick={() => setChoosing(true)}>
            {t(folder ? 'templates.changeFolder' : 'templates.chooseFolder')}
          </Button>
        )}
        {folder && (
          <Button busy={save.isPending} onClick={() => save.mutate(undefined)}>
            {t('templates.stop')}
          </Button>
        )}
      </div>
      {choosing && (
        <FolderDialog
          space={space}
          busy={save.isPending}
          onChoose={(id) => save.mutate(id)}
          onClose={() => setChoosing(false)}
        />
      )}
    </Card>
  );
}

type ChooseProps = { space: Space; busy: boolean; onChoose: (directoryId: string) => void; onClose: () => void };

function FolderDialog({ space, busy, onChoose, onClose }: ChooseProps) {
  const { space_id: spaceId, root_directory_id: root } = space;
  const [target, setTarget] = useState<Target | null>({ spaceId, directoryId: root });
  const folders = useFolders(target);
  const isRoot = folders.data?.path.length === 1;
  const isShared = folders.data?.path[0]?.directory_id === root;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('templates.chooseTitle')}
      width="md"
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="solid"
            busy={busy}
            disabled={!target || !isShared || isRoot}
            onClick={() => target && onChoose(target.directoryId)}
          >
            {t('templates.chooseDo')}
          </Button>
        </>
      }
    >
      <FolderChooser spaces={[space]} here={spaceId} target={target} folders={folders} onGo={setTarget} />
      <p role="status" className="mt-2 min-h-5 text-xs text-muted">
        {target && folders.data && !(isShared && !isRoot) ? t('templates.chooseShared') : ''}
      </p>
    </Dialog>
  );
}
