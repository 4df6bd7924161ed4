import '@testing-library/jest-dom/vitest';
import { withWords } from '~/i18n';

await withWords(Promise.resolve(), 'files', 'found', 'preview', 'trash', 'uploads');
