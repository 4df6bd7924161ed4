import type { Dict } from '../types';

export const publiclink = {
  pageTitle: 'Download',
  enter: 'Continue',
  download: 'Download',
  downloadZip: 'Download all (zip)',
  view: 'Preview',
  viewOnly: 'The sender shared this file for viewing only.',
  viewOnlyShort: 'View only',
  noView: 'This file can’t be shown in the browser.',
  nFiles: { one: '{n} file', other: '{n} files' },
  version: 'Version {n}',
  changed: 'Last changed: {when}',
} as const satisfies Dict['publiclink'];
