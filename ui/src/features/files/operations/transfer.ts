import { Fault, faultText } from '~/api/fault';
import { isLoggedIn } from '~/api/session';
import { followTask } from '~/api/task';
import type { CopyResult, Failure, Moved, TaskResult } from '~/api/types';
import { t } from '~/i18n';
import { closeToast, toast } from '~/kit/toast';
import { carry, type Chosen, type Done, type Duplicate, type Target, type Way } from './calls';
import { closeDialog, showDialog } from './dialogs';
import { toSend, undecided, type Decided } from './duplicates';
import { refresh, type Optimistic } from './optimistic';
import { Interrupted, noteRunning, takeBackNow, undoable, type Tell } from './undo';

interface Transfer {
  readonly way: Way;
  readonly chosen: Chosen;
  /** Null for a restore to the original place. */
  readonly to: Target | null;
  /** The message for `n` transferred items. */
  readonly doneText: (n: number) => string;
  /** Shows the expected outcome at once. */
  readonly ahead?: () => Optimistic;
}

/** Copies, moves or restores, asks about names that are taken, follows long work, and offers to take it back. */
export const transfer = (order: Transfer): Promise<boolean> => undoable((tell) => carryOut(order, tell));

async function carryOut(order: Transfer, tell: Tell): Promise<boolean> {
  let decided = undecided;
  for (;;) {
    const { chosen, decided: answers } = toSend(order.chosen, decided);
    if (!chosen.selection && chosen.file_ids.length + chosen.directory_ids.length === 0) return false;
    const ahead = order.ahead?.();
    try {
      const sent = await carry(order.way, chosen, order.to, decided === undecided ? undefined : answers);
      const { answer, undo } = await followCopy(
        sent,
        order.way === 'copy' ? copyingText : workingText,
        (undoId, title) => tell({ title, undoId, spaceIds: spacesOf(order), isPart: true }),
      );
      const n = answer.files + answer.directories;
      const title = n > 0 ? order.doneText(n) : t('files.nothingDone');
      tell({ title, undoId: undo, spaceIds: spacesOf(order) });
      ahead?.settle();
      refresh(...spacesOf(order));
      return true;
    } catch (error) {
      ahead?.takeBack();
      refresh(...spacesOf(order));
      const items = duplicatesIn(error);
      if (!items) {
        showRefusal(error);
        return false;
      }
      const next = await askDuplicates(order, items, decided);
      if (!next) return false;
      decided = next;
    }
  }
}

const spacesOf = ({ chosen, to }: Transfer) => [chosen.space_id, to?.spaceId ?? chosen.space_id];

function askDuplicates(order: Transfer, items: readonly Duplicate[], before: Decided): Promise<Decided | null> {
  return new Promise((resolve) => {
    const answer = (decided: Decided | null) => {
      closeDialog();
      resolve(decided);
    };
    showDialog({ kind: 'duplicates', way: order.way, items, before, into: order.to?.directoryId ?? null, answer });
  });
}

/** The taken names, if the error is about them. */
function duplicatesIn(error: unknown): readonly Duplicate[] | null {
  if (!(error instanceof Fault) || error.key !== 'duplicate_field') return null;
  const { duplicates } = (error.body ?? {}) as Partial<Failure>;
  return duplicates && duplicates.length > 0 ? duplicates : null;
}

export function reasonOf(error: unknown, area?: 'directory'): string {
  if (error instanceof Fault && error.key === 'into_itself') return t('files.intoItself');
  return faultText(error, area);
}

/** Tells why an operation failed, unless that is known: it was taken back while it went on, or it ended with the server or the session. */
export function showRefusal(error: unknown): void {
  const known = error instanceof Interrupted || (error instanceof Fault && error.key === 'work_stopped');
  if (!known && isLoggedIn()) toast({ title: reasonOf(error), kind: 'error', timeout: 6000 });
}

type Words = (done: number, total: number) => string;

const copyingText: Words = (done, total) => t('files.copying', { done, total });
export const workingText: Words = (done, total) => t('files.working', { done, total });

/** Hears of an operation that ended before it was done, and can be undone. */
type Partly = (undoId: string, words: string) => void;

/** Follows a call that has nothing to answer but the task that goes on. Answers how to undo what was done. */
export async function awaitTask(
  { answer, undo }: Done<{ task_id?: string | undefined } | undefined>,
  partly?: Partly,
): Promise<string | null> {
  const sent = { answer: { files: 0, directories: 0, skipped: 0, task_id: answer?.task_id }, undo };
  return (await followCopy(sent, workingText, partly)).undo;
}

/** Long operations show their progress until they end, and can be stopped by undoing them. */
export async function followCopy(
  { answer, undo }: Done<CopyResult>,
  words: Words = copyingText,
  partly?: Partly,
): Promise<Done<Moved>> {
  const { task_id: id, files, directories, skipped } = answer;
  if (!id) return { answer: { files, directories, skipped }, undo };
  const toastId = `task-${id}`;
  let last: TaskResult | null = null;
  try {
    const end = await followTask(id, (now) => {
      last = now;
      if (now.status === 'running') showProgress(toastId, words, now);
    });
    return { answer: end.result ?? { files: end.total, directories: 0, skipped: 0 }, undo: end.undo_id };
  } catch (error) {
    throw showPart(last, words, error, partly);
  } finally {
    closeToast(toastId);
  }
}

function showProgress(toastId: string, words: Words, { done, total, undo_id: back }: TaskResult): void {
  if (back) noteRunning(back);
  toast({
    id: toastId,
    title: words(done, total),
    timeout: 0,
    progress: total > 0 ? done / total : null,
    ...(back && { action: { label: t('files.undo'), onClick: () => void takeBackNow(back) } }),
  });
}

/** Offers to undo what was done of an operation that failed, or that ended with the server; not of one that was stopped for that. */
function showPart(now: TaskResult | null, words: Words, error: unknown, partly?: Partly): unknown {
  const fault = error instanceof Fault ? error : null;
  const undo = now?.undo_id;
  if (fault?.key === 'work_stopped') return error;
  if (fault?.status !== 404) {
    if (now && undo) partly?.(undo, words(now.done, now.total));
    return error;
  }
  // More may be done than was heard of.
  if (undo && partly) partly(undo, t('files.interrupted'));
  else toast({ title: t('files.interrupted'), kind: 'error', timeout: 6000 });
  return new Interrupted();
}
