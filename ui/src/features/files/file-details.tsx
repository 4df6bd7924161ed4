import { Download } from 'lucide-react';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import type { FileVersion } from '~/api/types';
import { t } from '~/i18n';
import { fullDate, size, when } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { IconButton } from '~/kit/icon-button';
import { Skeleton } from '~/kit/skeleton';
import { toast } from '~/kit/toast';
import { downloadFile } from './downloads';
import type { Entry } from './entry';
import { Deed, Fact, Facts, Trail } from './facts';
import { useFileProperties } from './properties';
import { useThumbnail } from './thumbnails';
import { typeName } from './type-name';

type Props = { spaceId: string; directoryId: string; file: Entry; trail: readonly string[] };

export function FileDetails({ spaceId, directoryId, file, trail }: Props) {
  const { data, error } = useFileProperties(spaceId, directoryId, file.id);
  return (
    <div className="grid gap-6">
      <Picture spaceId={spaceId} file={file} />
      <Facts>
        <Fact name={t('files.type')}>{typeName(file.type, file.name)}</Fact>
        <Fact name={t('files.size')}>{size(file.size)}</Fact>
        <Trail steps={trail} />
        <Deed name={t('files.modifiedAt')} at={file.modifiedAt} by={file.modifiedBy} />
        <Deed name={t('files.createdAt')} at={file.createdAt} by={file.createdBy} />
      </Facts>
      <section>
        <h3 className="mb-1 font-bold">{t('files.versions')}</h3>
        {data ? (
          <ol>
            {data.file_versioning.map((version) => (
              <Version
                key={version.version_id}
                version={version}
                onDownload={() => void fetchVersion(spaceId, directoryId, file.id, version.version_id)}
              />
            ))}
          </ol>
        ) : error ? (
          <p className="text-danger">{faultText(error)}</p>
        ) : (
          <Skeleton className="mt-2 h-10" />
        )}
      </section>
    </div>
  );
}

function Picture({ spaceId, file }: { spaceId: string; file: Entry }) {
  const url = useThumbnail(spaceId, file);
  const [failed, setFailed] = useState(false);
  return (
    <div className="grid h-44 place-items-center overflow-hidden rounded-card bg-sunken">
      {url && !failed ? (
        <img src={url} alt="" className="size-full object-contain" onError={() => setFailed(true)} />
      ) : (
        <FileIcon type={file.type} size="lg" />
      )}
    </div>
  );
}

function Version({ version, onDownload }: { version: FileVersion; onDownload: () => void }) {
  return (
    <li className="flex items-center gap-2 border-b border-line/60 py-2 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {t('files.version', { n: version.number })}
          {version.is_head && (
            <span className="ms-2 rounded-full bg-brand-soft px-2 py-0.5 text-2xs font-semibold text-brand">
              {t('files.versionHead')}
            </span>
          )}
        </p>
        <p className="truncate text-xs text-muted" title={fullDate(version.created_at)}>
          {when(version.created_at)} · <bdi>{version.created_by.name}</bdi> · {size(version.size)}
        </p>
      </div>
      <IconButton label={t('files.downloadVersion', { n: version.number })} onClick={onDownload}>
        <Download size={17} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

async function fetchVersion(spaceId: string, directoryId: string, fileId: string, versionId: string): Promise<void> {
  try {
    await downloadFile(spaceId, directoryId, fileId, versionId);
  } catch (error) {
    toast({ title: faultText(error, 'download'), kind: 'error' });
  }
}
