import type { UseQueryResult } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Suspense } from 'react';
import { Fault, faultText } from '~/api/fault';
import type { File } from '~/api/types';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import type { Content, Finding, Marking } from '~/api/content';
import { FailureState } from '~/features/viewers/failure-state';
import { Viewer } from '~/features/viewers/frame/viewer';
import { WaitingState } from '~/features/viewers/waiting-state';

type Props = {
  file: UseQueryResult<File>;
  content: UseQueryResult<Content>;
  finding: Finding | undefined;
  marking: Marking | undefined;
  /** The shown version is being marked, and stays whatever the server says now. */
  busy: boolean;
  onDownload: () => void;
};

const isOffline = (error: unknown) => error instanceof Fault && error.kind === 'noInternet';

/** The file itself, or why it cannot be seen. */
export function Stage({ file, content, finding, marking, busy, onDownload }: Props) {
  const error = file.error ?? content.error;
  if (error && !busy)
    return (
      <FailureState
        text={isOffline(error) ? t('preview.notKept') : faultText(error, 'preview')}
        onRetry={() => void Promise.all([file.refetch(), content.refetch()])}
      />
    );
  if (!file.data || !content.data) return <WaitingState />;
  if (content.data.kind === 'none') return <NoViewer file={file.data} onDownload={onDownload} />;
  return (
    <Suspense fallback={<WaitingState />}>
      <Viewer content={content.data} name={file.data.file_name} finding={finding} marking={marking} />
    </Suspense>
  );
}

function NoViewer({ file, onDownload }: { file: File; onDownload: () => void }) {
  return (
    <div className="grid h-full place-items-center p-4">
      <div className="flex w-full max-w-sm flex-col items-center rounded-dialog bg-surface p-8 text-center shadow-card ring-1 ring-line">
        <FileIcon type={fileType(file.file_name, file.content_type)} size="lg" />
        <p className="mt-5 max-w-full text-base font-bold wrap-anywhere">
          <bdi>{file.file_name}</bdi>
        </p>
        <p className="text-muted">{size(file.size)}</p>
        <p className="mt-4 font-medium">{t('preview.noneTitle')}</p>
        <p className="text-sm text-muted">{t('preview.noneText')}</p>
        <Button kind="solid" className="mt-6" icon={<Download size={18} aria-hidden="true" />} onClick={onDownload}>
          {t('preview.download')}
        </Button>
      </div>
    </div>
  );
}
