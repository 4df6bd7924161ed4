import { CloudDownload, FolderDown } from 'lucide-react';
import { Link } from 'wouter';
import type { Space } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { downloadDrive } from '~/features/files/operations/downloads';
import { t } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { Card } from '~/kit/layout';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';

/** Files come in from elsewhere, and the owner takes all of them along. */
export function MovingSection({ space }: { space: Space }) {
  const { space_id: spaceId, root_directory_id: root, title, role, locked } = space;
  const download = useMutation({
    mutationFn: async () => {
      if (!(await downloadDrive(spaceId, root, title))) toast({ title: t('workspaces.downloadNothing') });
    },
    onError: sayFault,
  });
  return (
    <>
      {!locked && (
        <Card title={t('workspaces.importTitle')} text={t('workspaces.importText')}>
          <Link href={`/workspace/${spaceId}/imports`} className={buttonClass('outline', 'justify-self-start')}>
            <CloudDownload size={18} aria-hidden="true" />
            {t('frame.import')}
          </Link>
        </Card>
      )}
      {role === 'owner' && (
        <Card title={t('workspaces.downloadTitle')} text={t('workspaces.downloadText')}>
          <Button
            kind="outline"
            className="justify-self-start"
            busy={download.isPending}
            icon={<FolderDown size={18} aria-hidden="true" />}
            onClick={() => download.mutate()}
          >
            {t('workspaces.downloadButton')}
          </Button>
        </Card>
      )}
    </>
  );
}
