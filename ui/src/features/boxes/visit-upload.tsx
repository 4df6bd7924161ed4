import { useEffect, useRef, useState } from 'react';
import { changed } from '~/api/changed';
import type { BoxVisit, OpenBox } from '~/api/types';
import { Fault } from '~/api/fault';
import { UploadManager, UploadManagerProvider } from '~/features/uploads/upload-manager';
import { TrayPanel } from '~/features/uploads/tray-panel';
import type { Source } from '~/features/uploads/client-upload';
import { t } from '~/i18n';
import { refusalOf } from './kinds';
import { DropZone } from './drop-zone';
import { useReceipts } from './public-api';
import { Receipts } from './receipts';
import { RefusedFiles, type Refusal } from './refused-files';
import { Rules } from './rules';

type Props = { code: string; box: OpenBox; visit: BoxVisit; onVisitEnd: () => void };

/** Where files are put in: the same uploads as inside, in the name of this visit. */
export function VisitUpload({ code, box, visit, onVisitEnd }: Props) {
  const [uploadManager] = useState(
    () =>
      new UploadManager({
        token: () => visit.token,
        owner: () => `box:${code}`,
        onLanded: () => void changed.receipts(code),
        isMember: false,
      }),
  );
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const receipts = useReceipts(code, visit);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const lost = receipts.error instanceof Fault && receipts.error.status === 401;
  useEffect(() => {
    if (lost) onVisitEnd();
  }, [lost, onVisitEnd]);

  const handlePick = (sources: readonly Source[]) => {
    const bad = sources.flatMap(({ file }): Refusal[] => {
      const why = refusalOf(file, box);
      return why ? [{ name: file.name, size: file.size, why }] : [];
    });
    setRefusals(bad);
    const good = sources.filter(({ file }) => refusalOf(file, box) === null);
    // A question about a taken name would tell the visitor which names exist.
    if (good.length > 0) {
      void uploadManager.addSources({ spaceId: visit.space_id, directoryId: visit.directory_id }, good, 'rename');
    }
  };
  return (
    <UploadManagerProvider value={uploadManager}>
      <div className="mx-auto grid w-full max-w-2xl gap-5 pb-10">
        <header>
          <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none font-extrabold wrap-anywhere">
            <bdi>{box.title}</bdi>
          </h1>
          {box.description && (
            <p dir="auto" className="mt-2 text-pretty whitespace-pre-line text-muted">
              {box.description}
            </p>
          )}
        </header>
        <div className="grid gap-5 print:hidden">
          <DropZone types={box.allowed_file_types} onPick={handlePick} />
          <RefusedFiles refusals={refusals} max={box.max_file_size} onClose={() => setRefusals([])} />
          <TrayPanel inline spaceId={visit.space_id} />
        </div>
        {receipts.data && receipts.data.length > 0 && <Receipts title={box.title} receipts={receipts.data} />}
        <section
          aria-label={t('publicbox.rules')}
          className="rounded-card bg-surface p-5 ring-1 ring-line print:hidden"
        >
          <Rules box={box} />
        </section>
      </div>
    </UploadManagerProvider>
  );
}
