import { ConnectedSection } from '~/features/devices/connected-section';
import { DevicesSection } from './devices-section';
import { SessionsSection } from './sessions-section';

/** Sync apps and mounted drives, the user's sessions, and the browsers without a second step. */
export function DevicesTab() {
  return (
    <div className="grid gap-5">
      <ConnectedSection />
      <SessionsSection />
      <DevicesSection />
    </div>
  );
}
