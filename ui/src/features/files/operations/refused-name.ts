import { noteUnsent } from '~/api/lost-session';
import { isLoggedIn } from '~/api/session';
import { isPageCovered } from '~/kit/page-cover';
import { toast } from '~/kit/toast';
import type { Entry } from '../listing/entry';
import { isDialogOpen, showDialog, type FilesDialog } from './dialogs';
import { isRenaming, setRenaming, type RefusedName } from './renaming';
import { withOperations, type Operations } from './with-operations';

/** Answers null, or in words why the server refused the name. */
type Call = (operations: Operations) => Promise<string | null>;

const written = 'input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])';

/** Whether a field may open by itself: its page is still there, nothing lies above it, and nobody writes. */
const mayOpen = (path: string): boolean =>
  location.pathname === path &&
  !isDialogOpen() &&
  !isRenaming() &&
  !isPageCovered({ lists: true }) &&
  !document.querySelector(`:is(${written}):focus`);

const isShown = ({ id }: Entry) => document.querySelector(`[data-entry="${CSS.escape(id)}"]`) !== null;

/**
 * Gives a name to the server whose field is closed already. When it is refused, `open` opens the field again with the reason, where the
 * person still is; a message says it where they are not. A name that is under way when the session ends is among what was not sent.
 */
function send(label: string, name: string, call: Call, open: (refused: RefusedName) => boolean): void {
  const path = location.pathname;
  const arrived = noteUnsent({ label, text: name });
  withOperations(async (operations) => {
    const reason = await call(operations).finally(arrived);
    if (!reason || !isLoggedIn()) return;
    if (mayOpen(path) && open({ name, reason })) return;
    toast({ title: `${name}: ${reason}`, kind: 'error', timeout: 6000 });
  });
}

/** Sends a name out of a dialog, which opens again when it is refused. */
export const sendFromDialog = (label: string, name: string, call: Call, dialog: FilesDialog) =>
  send(label, name, call, (refused) => {
    showDialog({ ...dialog, refused } as FilesDialog);
    return true;
  });

/** Sends a name out of the list, where it can be written again while the entry is in sight. */
export const sendFromList = (label: string, name: string, call: Call, entry: Entry) =>
  send(label, name, call, (refused) => {
    if (!isShown(entry)) return false;
    setRenaming({ id: entry.id, refused });
    return true;
  });
