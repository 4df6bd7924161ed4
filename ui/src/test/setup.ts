import '@testing-library/jest-dom/vitest';
import { withWords } from '~/i18n';

await withWords(
  Promise.resolve(),
  'accounts',
  'activity',
  'fields',
  'dates',
  'errors',
  'files',
  'favorites',
  'live',
  'members',
  'offline',
  'people',
  'preview',
  'pwa',
  'recents',
  'rewind',
  'roles',
  'search',
  'setup',
  'access',
  'signin',
  'trash',
  'uploads',
  'workspaces',
);
