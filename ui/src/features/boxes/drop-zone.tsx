import { CloudUpload } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { chooseFiles, chooseFolder } from '~/features/uploads/choose';
import type { Source } from '~/features/uploads/client-upload';
import { walkDrop } from '~/features/uploads/walk';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { useMedia } from '~/kit/use-media';
import { acceptAttribute } from './kinds';

const hasFiles = (event: DragEvent | globalThis.DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

type Props = { types: readonly string[]; onPick: (sources: readonly Source[]) => void };

/** Takes files and folders: dropped, chosen or pasted. */
export function DropZone({ types, onPick }: Props) {
  const [isDragOver, setDragOver] = useState(false);
  const depth = useRef(0);
  const touch = useMedia('(pointer: coarse)');
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  // A drop beside the zone is meant for it as well, and must not make the browser leave the page.
  useEffect(() => {
    const allowDrop = (event: globalThis.DragEvent) => hasFiles(event) && event.preventDefault();
    const handleDrop = (event: globalThis.DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      depth.current = 0;
      setDragOver(false);
      void walkDrop(event.dataTransfer).then(({ sources }) => pick.current(sources));
    };
    const enter = (event: globalThis.DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current += 1;
      setDragOver(true);
    };
    const leave = (event: globalThis.DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setDragOver(false);
    };
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData?.files.length) return;
      event.preventDefault();
      void walkDrop(event.clipboardData).then(({ sources }) => pick.current(sources));
    };
    addEventListener('dragover', allowDrop);
    addEventListener('drop', handleDrop);
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragover', allowDrop);
      removeEventListener('drop', handleDrop);
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('paste', paste);
    };
  }, []);
  return (
    <section
      aria-label={t('publicbox.dropZone')}
      className={cx(
        'flex flex-col items-center rounded-dialog border-2 border-dashed px-6 py-10 text-center transition',
        isDragOver ? 'border-brand bg-brand-soft' : 'border-edge bg-surface',
      )}
    >
      <span aria-hidden="true" className="mb-4 grid size-16 place-items-center rounded-full bg-brand-soft text-brand">
        <CloudUpload size={32} strokeWidth={1.7} />
      </span>
      <p className="text-base font-bold">
        {isDragOver ? t('publicbox.dropNow') : touch ? t('publicbox.tapHere') : t('publicbox.dropHere')}
      </p>
      {!touch && <p className="mt-1 text-muted">{t('publicbox.dropHint')}</p>}
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Button kind="solid" onClick={() => chooseFiles(({ sources }) => onPick(sources), acceptAttribute(types))}>
          {t('publicbox.chooseFiles')}
        </Button>
        {!touch && (
          <Button kind="outline" onClick={() => chooseFolder(({ sources }) => onPick(sources))}>
            {t('publicbox.chooseFolder')}
          </Button>
        )}
      </div>
    </section>
  );
}
