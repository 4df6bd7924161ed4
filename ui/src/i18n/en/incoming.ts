import type { Dict } from '../types';

export const incoming = {
  pageTitle: 'Upload to Anbar',
  title: { one: 'Upload a file', other: 'Upload {n} files' },
  text: 'Another app sent these files to Anbar. They are uploaded only after you choose a folder.',
  files: 'Received files',
  where: 'To which folder?',
  upload: 'Upload here',
  leftOut: {
    one: '{n} file was over the limit and was not received.',
    other: '{n} files were over the limit and were not received.',
  },
  textName: 'Text',
  pickTitle: 'Upload files',
  pickText: 'Choose the files, and then the folder for them.',
  pick: 'Choose files',
  noneTitle: 'No files received',
  gone: 'These files were uploaded or canceled, or they were sent more than a day ago.',
  full: 'This device has not enough storage for these files.',
  empty: 'The other app sent neither a file nor a text.',
  foreign: 'Another site sent these files, and they were refused.',
  lost: 'The files did not arrive. Share them again from the same app, or choose them here.',
} as const satisfies Dict['incoming'];
