import type { Dict } from '../types';

export const offline = {
  title: 'Offline files',
  about: 'These files are also saved on this device and open without a connection.',
  pin: 'Make available offline',
  unpin: 'Remove from this device',
  pinning: 'Saving “{name}” for offline use…',
  pinned: '“{name}” is now available offline',
  pinnedMany: { one: 'One file is now available offline', other: '{n} files are now available offline' },
  unpinned: '“{name}” was removed from this device',
  failed: '“{name}” couldn’t be saved offline',
  full: 'Not enough space on this device for “{name}”',
  unsupported: 'This browser can’t save files offline at this address. Open it over HTTPS.',
  open: 'Open',
  moreOf: 'Actions for {name}',
  showInFolder: 'Show in folder',
  refresh: 'Update',
  stale: 'A newer version is available',
  kept: 'Saved {when}',
  emptyTitle: 'No offline files yet',
  emptyText: 'Choose “More”, “Make available offline” in a file’s menu, and it appears here.',
  used: '{used} of {total} used in this browser',
  total: { one: 'One file, {size}', other: '{n} files, {size}' },
  bar: 'You’re offline.',
  waits: 'Until the connection is back, no changes are saved and uploads wait.',
  seen: 'Last updated: {when}.',
  notKept: 'This page isn’t saved on this device.',
  unsavedTitle: 'Unsaved changes on this device',
  unsavedText: {
    one: 'One file has changes that the server doesn’t have yet. If you keep them, they stay here encrypted, and only you can open them after signing in.',
    other:
      '{n} files have changes that the server doesn’t have yet. If you keep them, they stay here encrypted, and only you can open them after signing in.',
  },
  unsavedOpen: {
    one: 'One file has changes that the server doesn’t have yet. Open it to save them first: they can’t stay here after you sign out.',
    other:
      '{n} files have changes that the server doesn’t have yet. Open them to save the changes first: they can’t stay here after you sign out.',
  },
  unsavedKeep: 'Keep and sign out',
  unsavedDiscard: 'Delete and sign out',
} as const satisfies Dict['offline'];
