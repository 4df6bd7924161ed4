import { useLocation } from 'wouter';
import { useUserId } from '~/api/session';
import { useKeeper } from '~/features/offline/use-keeper';
import { OfflineBar } from '~/features/offline/offline-bar';
import { InstallPrompt } from './install-prompt';
import { mayAskAt, isIos } from './platform';
import { IosGuide } from './ios-guide';
import { useUpdates } from './use-updates';

/** The features of an installed app: updates, work without a connection, installation. */
export function Pwa() {
  useUpdates();
  useKeeper();
  const [path] = useLocation();
  const user = useUserId();
  const ask = user !== null && mayAskAt(path);
  return (
    <>
      <OfflineBar />
      {ask && (isIos(navigator.userAgent, navigator.maxTouchPoints) ? <IosGuide /> : <InstallPrompt />)}
    </>
  );
}
