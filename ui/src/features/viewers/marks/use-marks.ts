import { useEffect, useState, type RefObject } from 'react';
import { MarksSession } from './session';
import { openPdf } from '../pdf-document';

interface Opened {
  readonly session: MarksSession | null;
  readonly failed: boolean;
  readonly pages: number;
}

/** Opens a document of its own to be marked: what is not saved goes with it. */
export function useMarks(
  url: string,
  container: RefObject<HTMLDivElement | null>,
  alert: RefObject<HTMLElement | null>,
  page: number,
): Opened {
  const [opened, setOpened] = useState<Opened>({ session: null, failed: false, pages: 0 });
  useEffect(() => {
    const task = openPdf(url);
    let session: MarksSession | null = null;
    let over = false;
    task.promise.then(
      (document) => {
        if (over || !container.current || !alert.current) return;
        session = new MarksSession(document, container.current, alert.current, page);
        setOpened({ session, failed: false, pages: document.numPages });
      },
      () => {
        if (!over) setOpened({ session: null, failed: true, pages: 0 });
      },
    );
    return () => {
      over = true;
      session?.destroy();
      void task.destroy();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a document is opened once
  }, [url]);
  return opened;
}
