import '@testing-library/jest-dom/vitest';
import { withWords } from '~/i18n';

await withWords(
  Promise.resolve(),
  'activity',
  'customfields',
  'dates',
  'files',
  'found',
  'live',
  'offline',
  'preview',
  'rewind',
  'search',
  'trash',
  'uploads',
);
