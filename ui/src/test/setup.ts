import '@testing-library/jest-dom/vitest';
import { afterEach } from 'vitest';
import { withWords } from '~/i18n';
import { resetStores } from '~/kit/store';

afterEach(resetStores);

await withWords(Promise.resolve(), 'accounts', 'errors', 'files', 'people', 'preview', 'profile');
