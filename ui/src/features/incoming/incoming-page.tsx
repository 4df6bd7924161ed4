import { FileUp, Inbox } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { lastSpace } from '~/api/visits';
import { hrefOf } from '~/api/place';
import { useSpaces } from '~/api/spaces';
import { useFolders } from '~/features/files/picker/use-folders';
import type { Target } from '~/features/files/operations/calls';
import { askInput } from '~/features/uploads/ask-input';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { State } from '~/kit/state';
import { asFile } from './as-file';
import { FolderChooser } from '~/features/files/picker/folder-chooser';
import { IncomingFiles } from './incoming-files';
import { dropIncoming, type Incoming } from './kept';
import { send } from './send';
import { useIncoming } from './use-incoming';

const problems = {
  gone: 'incoming.gone',
  full: 'incoming.full',
  empty: 'incoming.empty',
  foreign: 'incoming.foreign',
  lost: 'incoming.lost',
} as const;

/** Takes what another app shared, or the system opened: the user chooses a folder, and the files are uploaded there. */
export function IncomingPage() {
  useLang();
  const { incoming, problem, add } = useIncoming();
  const words = problems[problem as keyof typeof problems] as (typeof problems)[keyof typeof problems] | undefined;
  if (incoming === undefined) return <LoadingBar />;
  return (
    <PageLayout>
      {incoming ? (
        <TargetForm key={incoming.id} incoming={incoming} />
      ) : (
        <State
          page
          icon={<Inbox size={36} />}
          title={t(words ? 'incoming.noneTitle' : 'incoming.pickTitle')}
          text={t(words ?? 'incoming.pickText')}
          actions={
            <Button
              kind="solid"
              icon={<FileUp size={18} aria-hidden="true" />}
              onClick={() => askInput({ folder: false }, (files) => void add(files))}
            >
              {t('incoming.pick')}
            </Button>
          }
        />
      )}
    </PageLayout>
  );
}

function TargetForm({ incoming }: { incoming: Incoming }) {
  const [, navigate] = useLocation();
  const { data: spaces = [] } = useSpaces();
  const [target, setTarget] = useState<Target | null>(null);
  const folders = useFolders(target);
  const files = useMemo(() => {
    const text = asFile(incoming, t('incoming.textName'));
    return text ? [...incoming.files, text] : [...incoming.files];
  }, [incoming]);
  const refused = folders.data && !folders.data.mayAddFiles;

  const handleSend = () => {
    if (!target) return;
    const path = folders.data?.path ?? [];
    const space = spaces.find(({ space_id: id }) => id === target.spaceId);
    const my = path[0]?.directory_id === space?.my_root_directory_id;
    void send(incoming.id, target, files);
    navigate(hrefOf({ spaceId: target.spaceId, my, directoryId: path.length > 1 ? target.directoryId : undefined }));
  };
  const handleCancel = () => {
    void dropIncoming(incoming.id).catch(() => undefined);
    navigate('/workspace', { replace: true });
  };
  return (
    <div className="mx-auto max-w-xl">
      <h1 className="text-2xl font-extrabold">{t('incoming.title', { n: files.length })}</h1>
      <p className="mt-1 mb-5 text-pretty text-muted">{t('incoming.text')}</p>
      <IncomingFiles files={files} />
      {incoming.leftOut > 0 && (
        <div className="mt-3">
          <Notice tone="danger">{t('incoming.leftOut', { n: incoming.leftOut })}</Notice>
        </div>
      )}
      <section aria-labelledby="incoming-where" className="mt-6">
        <h2 id="incoming-where" className="mb-1 font-bold">
          {t('incoming.where')}
        </h2>
        <FolderChooser spaces={spaces} here={lastSpace() ?? ''} target={target} folders={folders} onGo={setTarget} />
        <p role="status" className="mt-2 min-h-5 text-xs text-danger">
          {refused && t('files.mayNotHere')}
        </p>
      </section>
      <footer className="sticky bottom-0 mt-2 flex justify-end gap-2 bg-bg py-3">
        <Button onClick={handleCancel}>{t('common.cancel')}</Button>
        <Button kind="solid" disabled={!folders.data || refused} onClick={handleSend}>
          {t('incoming.upload')}
        </Button>
      </footer>
    </div>
  );
}
