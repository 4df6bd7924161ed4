import { Fault, faultText } from '~/api/fault';
import { userId } from '~/api/session';
import { followTask } from '~/api/task';
import { t } from '~/i18n';
import { closeToast, toast } from '~/kit/toast';
import { undo } from './calls';
import { refresh } from './optimistic';

/** How long the server can undo an operation, less the time of the request; in milliseconds. */
const KEPT = 29_000;
const SHOWN = 10_000;

/** A restart of the server ended an operation. */
export class Interrupted extends Error {}

interface Operation {
  readonly id: string;
  readonly spaceIds: readonly string[];
  readonly toastId: string;
  readonly until: number;
}

const keyOf = () => `files:undo:${userId()}`;

/** The operation that Ctrl+Z takes back; it is known after a reload, too. */
let last: Operation | null = readStored();

function readStored(): Operation | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf()) ?? 'null') as Operation | null;
  } catch {
    return null;
  }
}

function remember(operation: Operation | null): void {
  last = operation;
  sessionStorage.setItem(keyOf(), JSON.stringify(operation));
}

/** Those that the page asked to take back while they went on. */
const takenBack = new Set<string>();

/** The operation begun last, while the server has not answered it. */
let running: Promise<Operation | null> | null = null;

interface Message {
  readonly title: string;
  /** Null when it cannot be undone. */
  readonly undoId: string | null;
  /** The workspaces that it touched. */
  readonly spaceIds: readonly string[];
  /** It ended before it was done. */
  readonly isPart?: boolean;
}

/** Reports an operation. */
export type Tell = (message: Message) => void;

/** Runs an operation so that Ctrl+Z, pressed before the server has answered, undoes this one and not the one before. */
export function undoable<T>(work: (tell: Tell) => Promise<T>): Promise<T> {
  let told: Operation | null = null;
  const result = work((message) => {
    told = showDone(message);
  });
  const ended: Promise<Operation | null> = result
    .then(
      () => told,
      () => null,
    )
    .finally(() => {
      if (running === ended) running = null;
    });
  running = ended;
  return result;
}

/** Offers to undo the operation: by the toast for a while, by Ctrl+Z for longer. */
function showDone({ title, undoId, spaceIds, isPart }: Message): Operation | null {
  const toastId = undoId ? `done-${undoId}` : 'done';
  if (!undoId) {
    toast({ title, kind: 'success', id: toastId });
    return null;
  }
  if (takenBack.has(undoId)) return null; // it ended before it could be stopped
  const operation: Operation = { id: undoId, spaceIds, toastId, until: Date.now() + KEPT };
  if (last) closeToast(last.toastId);
  remember(operation);
  toast({
    title,
    kind: isPart ? 'info' : 'success',
    id: toastId,
    timeout: SHOWN,
    action: { label: t('files.undo'), onClick: () => void takeBack(operation) },
  });
  return operation;
}

const isInTime = (operation: Operation | null) => operation !== null && Date.now() < operation.until;

export const canUndo = () => running !== null || isInTime(last);

export async function undoLast(): Promise<void> {
  const operation = running ? await running : last;
  if (operation && operation === last && isInTime(operation)) await takeBack(operation);
}

/** An operation goes on: after a reload of the page Ctrl+Z takes it back. */
export function noteRunning(undoId: string): void {
  if (!takenBack.has(undoId)) remember(unfinishedOperation(undoId));
}

/** Takes back an operation that goes on. */
export const takeBackNow = (undoId: string) => takeBack(unfinishedOperation(undoId));

const unfinishedOperation = (id: string): Operation => ({
  id,
  spaceIds: [],
  toastId: `done-${id}`,
  until: Date.now() + KEPT,
});

async function takeBack(operation: Operation): Promise<void> {
  takenBack.add(operation.id);
  if (last?.id === operation.id) remember(null);
  closeToast(operation.toastId);
  try {
    await followUndo(await undo(operation.id));
    toast({ title: t('files.undone'), kind: 'success', id: 'undone' });
  } catch (error) {
    toast({ title: reasonOf(error), kind: 'error', timeout: 6000 });
  }
  refresh(...operation.spaceIds);
}

async function followUndo({ answer }: Awaited<ReturnType<typeof undo>>): Promise<void> {
  if (!answer?.task_id) return;
  try {
    await followTask(answer.task_id, ({ status, done, total }) => {
      if (status !== 'running') return;
      const title = t('files.undoing', { done, total });
      toast({ id: 'undone', title, timeout: 0, progress: total ? done / total : null });
    });
  } catch (error) {
    closeToast('undone');
    throw error instanceof Fault && error.status === 404 ? new Interrupted() : error;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Fault && error.key === 'changed_since') return t('files.undoChanged');
  if (error instanceof Fault && error.key === 'invalid_id') return t('files.undoLate');
  if (error instanceof Interrupted) return t('files.interrupted');
  return faultText(error);
}
