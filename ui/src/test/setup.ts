import '@testing-library/jest-dom/vitest';
import { withWords } from '~/i18n';

await withWords(
  Promise.resolve(),
  'accounts',
  'activity',
  'customfields',
  'dates',
  'errors',
  'files',
  'found',
  'live',
  'members',
  'offline',
  'people',
  'preview',
  'pwa',
  'rewind',
  'roles',
  'search',
  'setup',
  'sharing',
  'signin',
  'trash',
  'uploads',
  'workspaces',
);
