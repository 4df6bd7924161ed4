import type { Dict } from '../types';

export const onboarding = {
  progress: 'Step {at} of {n}',
  next: 'Next',
  back: 'Back',
  skip: 'Skip',
  done: 'Get started',
  uploadTitle: 'Add your files',
  uploadText: 'Upload files or folders here, or just drag and drop them onto the page.',
  uploadTouch: 'Upload files, photos or folders here.',
  shareTitle: 'Share with others',
  shareText: 'Choose Share in any file’s menu to create a link or invite a guest. You’ll find your links here.',
  findTitle: 'Find anything fast',
  findText: 'Type a name or part of the text: search looks inside documents, too.',
} as const satisfies Dict['onboarding'];
