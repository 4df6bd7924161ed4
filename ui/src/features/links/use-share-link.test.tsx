import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/preact';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import { useShareLink, type ShareLink } from './use-share-link';

const made = {
  download_id: 'd',
  title: 'report.txt',
  url: 'https://files.example.org/u/d',
  status: 'active',
  items: [{ target_id: 'f', target_type: 'file' }],
  has_password: true,
  expire_at: null,
  emails: [],
  count_limit: null,
  email_description: '',
  version_id: null,
  view_only: false,
  notify_opening: false,
};

vi.spyOn(api, 'post').mockResolvedValue(made as never);
vi.spyOn(api, 'put').mockResolvedValue(made as never);
afterEach(() => {
  cleanup();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const target = { id: 'f', kind: 'file', name: 'report.txt', directoryId: 'd' } as never;

const targets = [target];
const rights = { read: false, create: true };

function open() {
  const share = {} as { current: ShareLink };
  function Dialog() {
    share.current = useShareLink('s', targets, rights);
    return null;
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Dialog />
    </QueryClientProvider>,
  );
  return share;
}

const ready = { on: true, text: 'Ready2Use', had: false };

it('a password that was ready stays on when its settings are left again', () => {
  const share = open();
  void act(() => share.current.form.set({ password: ready }));
  void act(() => share.current.edit(null));
  void act(() => share.current.form.set({ title: 'other' }));
  void act(() => share.current.stopEditing());
  expect(share.current.form.draft.password).toEqual(ready);
  expect(share.current.form.draft.title).toBe('report.txt');
});

it('the password of a link is shown still after its other settings were saved, and no longer once it is removed', async () => {
  const share = open();
  void act(() => share.current.form.set({ password: ready }));
  void act(() => share.current.copy());
  await waitFor(() => expect(share.current.password).toBe('Ready2Use'));
  void act(() => share.current.edit(share.current.best!));
  void act(() => share.current.form.set({ title: 'other' }));
  void act(() => share.current.form.submit(false));
  await waitFor(() => expect(share.current.editing).toBeNull());
  expect(share.current.password).toBe('Ready2Use');
  void act(() => share.current.edit(share.current.best!));
  void act(() => share.current.form.set({ password: { on: false, text: '', had: true } }));
  void act(() => share.current.form.submit(false));
  await waitFor(() => expect(share.current.editing).toBeNull());
  expect(share.current.password).toBe('');
});
