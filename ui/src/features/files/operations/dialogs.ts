import type { Confirm } from '~/page/people/confirm-dialog';
import type { Duplicate, Way } from './calls';
import type { Decided } from './duplicates';
import { createPersonalStore } from '~/kit/store';
import type { Entry } from '../listing/entry';
import type { RefusedName } from './renaming';
import type { WholeDirectory } from '../listing/whole';

/** The dialogs of a page of files; one is open at a time. */
export type FilesDialog =
  | { kind: 'new-folder'; spaceId: string; parentId: string; refused?: RefusedName }
  | { kind: 'share'; spaceId: string; entries: readonly Entry[] }
  | { kind: 'templates'; spaceId: string; directoryId: string }
  | { kind: 'rename'; spaceId: string; entry: Entry; refused?: RefusedName }
  | {
      kind: 'pick';
      way: 'copy' | 'move';
      spaceId: string;
      entries: readonly Entry[];
      /** All of the list is chosen; `entries` are the first ones. */
      whole?: WholeDirectory | null;
      from: string;
      my: boolean;
      onSent?: () => void;
    }
  | {
      kind: 'duplicates';
      way: Way;
      items: readonly Duplicate[];
      before: Decided;
      /** Where the items that were chosen go, when they all go to one place; what lies below says where. */
      into: string | null;
      answer: (decided: Decided | null) => void;
    }
  | { kind: 'box'; spaceId: string; directory: { readonly id: string; readonly name: string } }
  | ({ kind: 'confirm' } & Confirm);

const shown = createPersonalStore<FilesDialog | null>(null);

export const showDialog = (dialog: FilesDialog): void => shown.set(dialog);
/** Closes the dialog that is open; with one given, only that one: the answer to another may come late. */
export function closeDialog(only?: FilesDialog): void {
  if (!only || shown.get() === only) shown.set(null);
}
export const isDialogOpen = (): boolean => shown.get() !== null;
export const useDialog = shown.use;
