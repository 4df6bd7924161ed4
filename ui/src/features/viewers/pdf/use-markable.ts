import { PermissionFlag, type PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import type { PlainKey } from '~/i18n';

/** A document is held in memory twice while it is saved. */
const LARGEST = 150 * 1024 * 1024;

export interface Markable {
  /** Why it cannot be marked. */
  readonly reason: PlainKey | null;
}

/** Whether a document takes marks at all. */
export function useMarkable(document: PDFDocumentProxy, size: number, encrypted: boolean): Markable {
  const [allowed, setAllowed] = useState(true);
  useEffect(() => {
    let over = false;
    document.getPermissions().then(
      (flags) => {
        if (!over && flags) setAllowed(flags.has(PermissionFlag.MODIFY_ANNOTATIONS));
      },
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [document]);
  if (encrypted) return { reason: 'preview.markPassword' };
  if (!allowed) return { reason: 'preview.markLocked' };
  if (document.isPureXfa) return { reason: 'preview.markForm' };
  return { reason: size > LARGEST ? 'preview.markLarge' : null };
}
