import { api } from '~/api/client';
import { faultText } from '~/api/fault';
import { endSession } from '~/api/refresh';
import { tokens } from '~/api/session';
import { navigate } from 'wouter/use-browser-location';
import { afterPaint } from '~/kit/after-paint';
import { toast } from '~/kit/toast';

/** Ends the session on the server first: only then is the user really signed out. */
export async function signOut(): Promise<void> {
  try {
    await api.post('accounts/v1/users/logout', { body: { refresh: tokens()?.refresh ?? '' } });
    // At once: a page that is still drawn without a session would ask to sign in and come back to it.
    afterPaint(() => {
      endSession();
      navigate('/login');
    });
  } catch (error) {
    // Without tokens the session was over already, and the login page is being shown.
    if (tokens()) toast({ kind: 'error', title: faultText(error) });
  }
}
