import { toast } from '~/kit/toast';
import { isDialogOpen, showDialog, type FilesDialog } from './dialogs';
import type { RefusedName } from './renaming';

/** Opens the dialog of a name again with the reason why the server refused it; a message when another dialog is open meanwhile. */
export function askAgain(dialog: FilesDialog & { readonly refused: RefusedName }): void {
  const { name, reason } = dialog.refused;
  if (!isDialogOpen()) showDialog(dialog);
  else toast({ title: `${name}: ${reason}`, kind: 'error', timeout: 6000 });
}
