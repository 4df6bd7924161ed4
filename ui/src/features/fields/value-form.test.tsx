import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '~/api/query';
import { clearTokens, storeTokens } from '~/api/session';
import type { CustomField } from '~/api/types';
import { withWords } from '~/i18n';
import { resetPersonalStores } from '~/kit/store';
import { forgetRefusedValue, showRefusedValue } from './refused-value';
import { ValueForm } from './value-form';

const carrier = { spaceId: 's', type: 'file', id: 'e' } as const;
const field = (id: string) => ({ space_custom_field_id: id, title: `tag ${id}`, type: 'text', description: '' });

beforeEach(async () => {
  await withWords(Promise.resolve(), 'fields');
  storeTokens({ access: btoa('{"sub":"u"}'), refresh: 'r' });
});
afterEach(() => {
  cleanup();
  clearTokens();
  resetPersonalStores();
  document.body.replaceChildren();
});

/** The field of the form for a tag. */
function openForm(id: string): HTMLElement {
  render(
    <QueryClientProvider client={queryClient}>
      <ValueForm
        carrier={carrier}
        fields={[field(id) as CustomField]}
        value={{ space_custom_field_id: id, content: `old ${id}` }}
        onDone={() => {}}
      />
    </QueryClientProvider>,
  );
  return screen.getByRole('textbox', { name: `tag ${id}` });
}

function refuse(id: string): void {
  document.body.insertAdjacentHTML('beforeend', '<div data-tags="e"></div>');
  showRefusedValue({ entryId: 'e', fieldId: id, content: 'typed', reason: 'too long' }, `tag ${id}`);
}

it('a refused value comes back into the form of its tag, with the reason', () => {
  refuse('a');
  expect(openForm('a')).toHaveValue('typed');
  expect(screen.getByText('too long')).toBeInTheDocument();
});

it('a refused value is not that of another tag, and the form of that one does not forget it', () => {
  refuse('a');
  expect(openForm('b')).toHaveValue('old b');
  forgetRefusedValue(['b']);
  cleanup();
  expect(openForm('a')).toHaveValue('typed');
});
