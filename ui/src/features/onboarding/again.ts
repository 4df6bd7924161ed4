import { navigate } from 'wouter/use-browser-location';
import { saveMe } from '~/api/save-me';
import { sayFault } from '~/page/say-fault';

/** Starts the tour once more, here or in the workspace that is entered next. */
export async function showAgain(): Promise<void> {
  try {
    await saveMe({ is_onboarded: false });
    if (!/^\/workspace\/(?!create|find)/.test(location.pathname)) navigate('/workspace');
  } catch (error) {
    sayFault(error);
  }
}
