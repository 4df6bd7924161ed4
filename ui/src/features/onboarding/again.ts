import { navigate } from 'wouter/use-browser-location';
import { saveMe } from '~/api/save-me';
import { sayFault } from '~/page/say-fault';

let asked = false;

/** The user asked for the tour, which then waits for nothing. */
export const isTourAsked = () => asked;

/** Starts the tour once more, here or in the workspace that is entered next. */
export async function showAgain(): Promise<void> {
  asked = true;
  try {
    await saveMe({ is_onboarded: false });
    if (!/^\/workspace\/(?!create|find)/.test(location.pathname)) navigate('/workspace');
  } catch (error) {
    sayFault(error);
  }
}
