import { useQueryClient } from '@tanstack/react-query';
import { FileDiff, Upload } from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import { faultText } from '~/api/fault';
import { keyOf } from '~/api/keys';
import { versionsHref } from '~/api/place';
import type { FileVersion } from '~/api/types';
import { uploadVersion } from '~/features/uploads/choose';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Skeleton } from '~/kit/skeleton';
import { toast } from '~/kit/toast';
import { deleteVersion, restoreVersion } from '../operations/calls';
import { showDialog } from '../operations/dialogs';
import { downloadFile } from '../operations/downloads';
import { refresh } from '../operations/optimistic';
import type { PanelProps } from './panel';
import { useFileProperties } from '~/api/properties';
import { mayOn } from '../listing/rights';
import { VersionRow } from './version-row';

/** All versions of a file: to download, restore or delete them, and to upload a new one. */
export function VersionsPanel({ spaceId, entry }: PanelProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useFileProperties(spaceId, entry.directoryId, entry.id);
  const mayChange = mayOn(entry, 'create', 'version');
  const mayDelete = mayOn(entry, 'delete', 'version');
  // The current version first, also when it is an older one that was restored.
  const versions = [...(data?.file_versioning ?? [])].sort((a, b) => Number(b.is_head) - Number(a.is_head));

  const restore = (version: FileVersion) =>
    void runWithToast(
      restoreVersion(spaceId, entry, version.version_id).then((answer) => {
        client.setQueryData(keyOf('properties', spaceId, entry.directoryId, entry.id), answer);
        refresh(spaceId);
      }),
      t('files.versionRestored', { n: version.number }),
    );
  const remove = (version: FileVersion) =>
    showDialog({
      kind: 'confirm',
      title: t('files.deleteVersionTitle', { n: version.number }),
      text: t('files.deleteVersionText', { name: entry.name }),
      yes: t('files.purge'),
      run: async () => {
        await runWithToast(
          deleteVersion(spaceId, entry, version.version_id),
          t('files.versionDeleted', { n: version.number }),
        );
        refresh(spaceId);
      },
    });

  const [, navigate] = useLocation();
  const my = useSearch().includes('my=1') || /\/my(\/|$)/.test(location.pathname);

  return (
    <div className="grid gap-3">
      {versions.length > 1 && (
        <Button
          kind="outline"
          icon={<FileDiff size={17} aria-hidden="true" />}
          onClick={() => navigate(versionsHref({ spaceId, my }, entry.directoryId, entry.id))}
        >
          {t('files.compareVersions')}
        </Button>
      )}
      {mayChange && (
        <>
          <Button
            kind="soft"
            icon={<Upload size={17} aria-hidden="true" />}
            onClick={() => uploadVersion({ spaceId, directoryId: entry.directoryId }, entry.name)}
          >
            {t('files.uploadVersion')}
          </Button>
          <p className="text-xs text-pretty text-muted">{t('files.uploadVersionHint', { name: entry.name })}</p>
        </>
      )}
      {data ? (
        <ol aria-label={t('files.versions')}>
          {versions.map((version) => (
            <VersionRow
              key={version.version_id}
              version={version}
              onDownload={() =>
                void runWithToast(
                  downloadFile(spaceId, entry.directoryId, entry.id, version.version_id),
                  null,
                  'download',
                )
              }
              onRestore={mayChange && !version.is_head ? () => restore(version) : undefined}
              onDelete={mayDelete && versions.length > 1 ? () => remove(version) : undefined}
            />
          ))}
        </ol>
      ) : error ? (
        <div role="alert" className="grid justify-items-start gap-3">
          <p className="text-danger">{faultText(error)}</p>
          <Button kind="soft" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        [0, 1, 2].map((row) => <Skeleton key={row} className="h-12" />)
      )}
    </div>
  );
}

async function runWithToast(work: Promise<unknown>, done: string | null, area?: string): Promise<void> {
  try {
    await work;
    if (done) toast({ title: done, kind: 'success' });
  } catch (error) {
    toast({ title: faultText(error, area), kind: 'error' });
  }
}
