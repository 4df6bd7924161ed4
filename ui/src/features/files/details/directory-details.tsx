import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { Skeleton } from '~/kit/skeleton';
import type { Entry } from '../listing/entry';
import { Operation, Fact, Facts, Trail } from './facts';
import { useDirectoryProperties } from '~/api/properties';

type Props = { spaceId: string; directory: Entry; trail: readonly string[] };

export function DirectoryDetails({ spaceId, directory, trail }: Props) {
  const { data } = useDirectoryProperties(spaceId, directory.id);
  return (
    <div className="grid gap-6">
      <div className="grid h-36 place-items-center rounded-card bg-sunken">
        <FileIcon type="folder" size="lg" />
      </div>
      <Facts>
        <Fact name={t('files.contains')}>
          {directory.empty ? (
            t('files.holdsNothing')
          ) : data ? (
            t('files.containsText', { files: data.files_count, directories: data.directories_count })
          ) : (
            <Skeleton className="mt-1 h-4 w-2/3" />
          )}
        </Fact>
        {directory.empty === false && <Fact name={t('files.size')}>{size(data?.size ?? directory.size)}</Fact>}
        {trail.length > 0 && <Trail steps={trail} />}
        <Operation name={t('files.modifiedAt')} at={directory.modifiedAt} by={directory.modifiedBy} />
        <Operation name={t('files.createdAt')} at={directory.createdAt} by={directory.createdBy} />
      </Facts>
    </div>
  );
}
