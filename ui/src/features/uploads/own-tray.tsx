import { DeskProvider } from './desk';
import { TrayPanel } from './tray-panel';
import { desk } from './uploads';

/** The tray of the person who is signed in. */
export function OwnTray({ spaceId }: { spaceId: string }) {
  return (
    <DeskProvider value={desk}>
      <TrayPanel spaceId={spaceId} />
    </DeskProvider>
  );
}
