import { useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';

/** The Google account by which the user edits documents at Google. */
export const useGoogleAccount = () =>
  useQuery({ queryKey: keyOf('google-account'), queryFn: () => api.get('editor/google/account') });

/** Leads to Google, which sends the browser back to the settings. */
export async function visitGoogle(): Promise<void> {
  const { auth_url: page } = await api.post('editor/google/account/begin');
  // An address of another kind could be a script.
  if (!/^https?:\/\//.test(page)) throw new Error('Google has no page');
  location.assign(page);
}

export async function leaveGoogle(): Promise<void> {
  await api.delete('editor/google/account');
  await changed.googleAccount();
}
