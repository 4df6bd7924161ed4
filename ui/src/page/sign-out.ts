import { api } from '~/api/client';
import { faultText } from '~/api/fault';
import { endSession } from '~/api/refresh';
import { countDrafts, discardDrafts } from '~/api/drafts';
import { tokens, userId } from '~/api/session';
import { navigate } from 'wouter/use-browser-location';
import { afterPaint } from '~/kit/after-paint';
import { createStore } from '~/kit/store';
import { toast } from '~/kit/toast';

export type Unsaved = 'keep' | 'discard' | 'stay';

/** The question what becomes of edits that are not saved; SignOutQuestion asks it. */
export interface Question {
  readonly count: number;
  readonly answer: (choice: Unsaved) => void;
}

const question = createStore<Question | null>(null);
export const useQuestion = question.use;

const askUnsaved = (count: number) =>
  new Promise<Unsaved>((resolve) => {
    question.set({
      count,
      answer: (choice) => {
        question.set(null);
        resolve(choice);
      },
    });
  });

/**
 * Ends the session on the server first: only then is the user really signed out. Edits that only this browser has are neither
 * lost nor left to the next person without a question. `next` is a path of this site.
 */
export async function signOut(next = '/login'): Promise<void> {
  const user = userId();
  const count = user ? await countDrafts(user) : 0;
  if (user && count > 0) {
    const choice = await askUnsaved(count);
    if (choice === 'stay') return;
    if (choice === 'discard') await discardDrafts(user);
  }
  try {
    await api.post('accounts/v1/users/logout', { body: { refresh: tokens()?.refresh ?? '' } });
    // At once: a page that is still drawn without a session would ask to sign in and come back to it.
    afterPaint(() => {
      endSession();
      navigate(next);
    });
  } catch (error) {
    // Without tokens the session was over already, and the login page is being shown.
    if (tokens()) toast({ kind: 'error', title: faultText(error) });
  }
}
