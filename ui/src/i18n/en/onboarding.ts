import type { Dict } from '../types';

export const onboarding = {
  progress: 'Step {at} of {n}',
  next: 'Next',
  back: 'Back',
  skip: 'Skip',
  done: 'Let’s start',
  uploadTitle: 'Bring in your files',
  uploadText: 'Upload files or folders from here, or just drag them onto the page and let go.',
  shareTitle: 'Share with others',
  shareText: 'Choose Share in the menu of any file to make a link or invite a guest. Your links are kept here.',
  findTitle: 'Find anything fast',
  findText: 'Type a name or a bit of what’s inside: search looks into documents, too.',
} as const satisfies Dict['onboarding'];
