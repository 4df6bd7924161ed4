import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { queryClient } from '~/api/query';
import { withWords } from '~/i18n';
import { FilterBar } from './filter-bar';
import { noFilter, type Filter } from './filter';

beforeAll(() => withWords(Promise.resolve(), 'audit', 'dates'));
afterEach(cleanup);

const bar = (filter: Filter, onChange: (filter: Filter) => void) => (
  <QueryClientProvider client={queryClient}>
    <FilterBar filter={filter} onChange={onChange} />
  </QueryClientProvider>
);

/** Types a person and asks for their events, of one kind; the page does not follow yet. */
function ask(login = 'nobody@example.com') {
  const onChange = vi.fn<(filter: Filter) => void>();
  const kind = { ...noFilter, action: 'account_create' };
  const { rerender } = render(bar(kind, onChange));
  const field = screen.getByLabelText<HTMLInputElement>('ایمیل یا موبایل شخص');
  field.focus();
  fireEvent.input(field, { target: { value: login } });
  fireEvent.submit(field.closest('form')!);
  expect(onChange).toHaveBeenLastCalledWith({ ...kind, user: login });
  return { field, onChange, draw: (filter: Filter) => rerender(bar(filter, onChange)) };
}

it('is empty after Clear, also when the page never showed what was asked before', async () => {
  const { field, onChange, draw } = ask();
  fireEvent.click(screen.getByRole('button', { name: 'پاک کردن فیلترها' }));
  expect(onChange).toHaveBeenLastCalledWith(noFilter);
  draw(noFilter);
  await waitFor(() => expect(field).toHaveValue(''));
});

it('shows no text beside a person who was chosen in the list meanwhile', async () => {
  const { field, draw } = ask();
  draw({ ...noFilter, user: '0anknjw378b37' });
  await waitFor(() => expect(field).toHaveValue(''));
});

it('keeps what is typed behind Clear', async () => {
  const { field, draw } = ask();
  fireEvent.click(screen.getByRole('button', { name: 'پاک کردن فیلترها' }));
  fireEvent.input(field, { target: { value: 'sara@example.com' } });
  draw(noFilter);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(field).toHaveValue('sara@example.com');
});

it.each(['nobody@example.com', 'nobody', '+989121234567', '09121234567'])(
  'keeps %s once it is asked for',
  async (login) => {
    const { field, draw } = ask(login);
    draw({ ...noFilter, user: login });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(field).toHaveValue(login);
  },
);
