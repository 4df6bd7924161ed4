import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { closeToast, toast } from '~/kit/toast';
import { undo } from './calls';
import { refresh } from './optimistic';

/** How long the server can undo an operation, less the time of the request; in milliseconds. */
const KEPT = 29_000;
const SHOWN = 10_000;

interface Operation {
  readonly id: string;
  readonly spaceIds: readonly string[];
  readonly toastId: string;
  readonly until: number;
}

let last: Operation | null = null;

/** Reports the operation and offers to undo it: by the toast for a while, by Ctrl+Z for longer. */
export function tellDone(title: string, undoId: string | null, ...spaceIds: string[]): void {
  const toastId = undoId ? `done-${undoId}` : 'done';
  if (!undoId) {
    toast({ title, kind: 'success', id: toastId });
    return;
  }
  const operation: Operation = { id: undoId, spaceIds, toastId, until: Date.now() + KEPT };
  if (last) closeToast(last.toastId);
  last = operation;
  toast({
    title,
    kind: 'success',
    id: toastId,
    timeout: SHOWN,
    action: { label: t('files.undo'), onClick: () => void takeBack(operation) },
  });
}

export const canUndo = () => last !== null && Date.now() < last.until;

export function undoLast(): void {
  if (last && canUndo()) void takeBack(last);
}

async function takeBack(operation: Operation): Promise<void> {
  if (last === operation) last = null;
  closeToast(operation.toastId);
  try {
    await undo(operation.id);
    toast({ title: t('files.undone'), kind: 'success', id: 'undone' });
  } catch (error) {
    toast({ title: reasonOf(error), kind: 'error', timeout: 6000 });
  }
  refresh(...operation.spaceIds);
}

function reasonOf(error: unknown): string {
  if (error instanceof Fault && error.key === 'changed_since') return t('files.undoChanged');
  if (error instanceof Fault && error.key === 'invalid_id') return t('files.undoLate');
  return faultText(error);
}
