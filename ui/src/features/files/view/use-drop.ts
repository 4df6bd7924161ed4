import { useEffect, useRef, useState, type DragEvent } from 'react';

/** The target of dragged files: the whole area, or one folder in it. */
type DropTarget = { readonly directoryId: string | null } | null;

const hasFiles = (event: DragEvent | globalThis.DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

const directoryAt = (event: DragEvent) =>
  (event.target as HTMLElement).closest<HTMLElement>('[data-directory]')?.dataset.directory ?? null;

/** Takes files and folders from the desktop. */
export function useDrop(onDrop: (dataTransfer: DataTransfer, directoryId: string | null) => void) {
  const [over, setOver] = useState<DropTarget>(null);
  const depth = useRef(0);

  // A drop beside the area must not make the browser leave the page.
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => hasFiles(event) && event.preventDefault();
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);

  return {
    over,
    props: {
      onDragEnter: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver({ directoryId: directoryAt(event) });
      },
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const directoryId = directoryAt(event);
        setOver((now) => (now && now.directoryId === directoryId ? now : { directoryId }));
      },
      onDragLeave: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) setOver(null);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(null);
        onDrop(event.dataTransfer, directoryAt(event));
      },
    },
  };
}
