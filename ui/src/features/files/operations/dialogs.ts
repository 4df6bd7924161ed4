import { useSyncExternalStore } from 'react';
import type { Confirm } from '~/features/people/confirm-dialog';
import type { ShareTarget } from '~/features/links/api';
import type { Duplicate, Way } from './calls';
import type { Decided } from './duplicates';
import type { Entry } from '../listing/entry';

/** Whatever may hang over a page of files; one at a time. */
export type FilesDialog =
  | { kind: 'new-folder'; spaceId: string; parentId: string }
  | { kind: 'share'; spaceId: string; entry: Entry }
  | { kind: 'rename'; spaceId: string; entry: Entry }
  | { kind: 'pick'; way: 'copy' | 'move'; spaceId: string; entries: readonly Entry[]; from: string; my: boolean }
  | {
      kind: 'duplicates';
      way: Way;
      items: readonly Duplicate[];
      before: Decided;
      /** Where the items that were chosen go, when they all go to one place; what lies below says where. */
      into: string | null;
      answer: (decided: Decided | null) => void;
    }
  | { kind: 'link'; spaceId: string; targets: readonly ShareTarget[] }
  | { kind: 'box'; spaceId: string; directory: { readonly id: string; readonly name: string } }
  | ({ kind: 'confirm' } & Confirm);

let shown: FilesDialog | null = null;
const listeners = new Set<() => void>();

function publish(next: FilesDialog | null) {
  shown = next;
  listeners.forEach((listener) => listener());
}

export const showDialog = (dialog: FilesDialog): void => publish(dialog);
export const closeDialog = (): void => publish(null);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDialog = (): FilesDialog | null => useSyncExternalStore(subscribe, () => shown);
