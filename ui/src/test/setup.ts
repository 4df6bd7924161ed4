import '@testing-library/jest-dom/vitest';
import { withWords } from '~/i18n';

await withWords(
  Promise.resolve(),
  'accounts',
  'activity',
  'customfields',
  'dates',
  'files',
  'found',
  'live',
  'offline',
  'preview',
  'pwa',
  'rewind',
  'search',
  'setup',
  'trash',
  'uploads',
  'workspaces',
);
