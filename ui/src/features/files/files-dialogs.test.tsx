import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import { FilesDialogs } from './files-dialogs';
import { showDialog } from './operations/dialogs';

const post = vi.spyOn(api, 'post');
const files = vi.spyOn(changed, 'files');
let answer: (folder: { name: string }) => void;

beforeEach(() => {
  post.mockClear();
  post.mockImplementation(() => new Promise((resolve) => (answer = resolve as typeof answer)) as never);
  files.mockReset().mockResolvedValue();
});
afterEach(cleanup);

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

it('a folder that is made closes its dialog before the list is read again', async () => {
  files.mockReturnValue(new Promise(() => {}));
  await makeFolder();
  answer({ name: 'plans' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(files).toHaveBeenCalledExactlyOnceWith('s', 'd');
});

it('a late answer leaves the dialog alone that was opened since', async () => {
  await makeFolder();
  fireEvent.click(screen.getByRole('button', { name: 'انصراف' }));
  showDialog({ kind: 'confirm', title: 'Delete for good', text: '', yes: 'Delete', run: () => Promise.resolve() });
  await screen.findByRole('dialog', { name: 'Delete for good' });
  answer({ name: 'plans' });
  await waitFor(() => expect(files).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByRole('dialog', { name: 'Delete for good' })).toBeVisible();
});
