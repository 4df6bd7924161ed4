import '@testing-library/jest-dom/vitest';
import { afterEach } from 'vitest';
import { withWords } from '~/i18n';
import { resetStores } from '~/kit/store';

afterEach(resetStores);

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
