import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { Fault } from '~/api/fault';
import { queryClient } from '~/api/query';
import { clearTokens, isLoggedIn, storeTokens } from '~/api/session';
import { noteLostSession, useLostSession } from '~/api/lost-session';
import { closeToast, currentToasts } from '~/kit/toast';
import { FilesDialogs } from './files-dialogs';
import { showDialog } from './operations/dialogs';

const post = vi.spyOn(api, 'post');
const files = vi.spyOn(changed, 'files');
let answer: (folder: { name: string }) => void;
let refuse: (fault: Fault) => void;

beforeEach(() => {
  storeTokens({ access: btoa('{"sub":"u"}'), refresh: 'r' });
  post.mockClear();
  post.mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        answer = resolve;
        refuse = reject;
      }) as never,
  );
  files.mockReset().mockResolvedValue();
});
afterEach(() => {
  cleanup();
  clearTokens();
});

/** Asks for a folder, up to where the server is to answer. */
async function makeFolder() {
  render(
    <QueryClientProvider client={queryClient}>
      <FilesDialogs />
    </QueryClientProvider>,
  );
  showDialog({ kind: 'new-folder', spaceId: 's', parentId: 'd' });
  fireEvent.submit((await screen.findByRole('textbox', { name: 'نام پوشه' })).closest('form')!);
  await waitFor(() => expect(post).toHaveBeenCalledOnce());
}

it('the dialog of a new folder closes before the server has answered', async () => {
  await makeFolder();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(files).not.toHaveBeenCalled();
  answer({ name: 'plans' });
  await waitFor(() => expect(files).toHaveBeenCalledExactlyOnceWith('s', 'd'));
});

it('a refused folder comes back with its name and the reason', async () => {
  await makeFolder();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  refuse(new Fault({ kind: 'refused', status: 409, key: 'duplicate_field' }));
  const field = await screen.findByRole('textbox', { name: 'نام پوشه' });
  expect(field).toHaveValue('پوشهٔ بی‌نام');
  expect(screen.getByRole('alert')).toHaveTextContent('با این نام وجود دارد');
});

it('a late refusal leaves the dialog alone that was opened since', async () => {
  await makeFolder();
  showDialog({ kind: 'confirm', title: 'Delete for good', text: '', yes: 'Delete', run: () => Promise.resolve() });
  await screen.findByRole('dialog', { name: 'Delete for good' });
  refuse(new Fault({ kind: 'refused', status: 409, key: 'duplicate_field' }));
  await waitFor(() => expect(files).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByRole('dialog', { name: 'Delete for good' })).toBeVisible();
});

it('a name that was refused on another page by now is a message there, and none after the end of the session', async () => {
  const { pathname } = location;
  for (const leave of [() => history.pushState(null, '', '/elsewhere'), () => clearTokens()]) {
    await makeFolder();
    leave();
    refuse(new Fault({ kind: 'refused', status: 409, key: 'duplicate_field' }));
    await waitFor(() => expect(files).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(currentToasts().map(({ kind }) => kind)).toEqual(isLoggedIn() ? ['error'] : []);
    currentToasts().forEach(({ id }) => closeToast(id));
    history.replaceState(null, '', pathname);
    cleanup();
    post.mockClear();
    files.mockClear();
  }
});

it('a name that is under way when the session ends is among what was not sent', async () => {
  await makeFolder();
  noteLostSession('ended', 'u');
  const { result } = renderHook(() => useLostSession());
  expect(result.current?.texts).toEqual([{ label: 'نام پوشه', text: 'پوشهٔ بی‌نام' }]);
  answer({ name: 'plans' });
  await waitFor(() => expect(files).toHaveBeenCalled());
  noteLostSession('ended', 'u');
  expect(renderHook(() => useLostSession()).result.current?.texts).toEqual([]);
});
