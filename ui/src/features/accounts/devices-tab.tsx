import { DevicesSection } from './devices-section';
import { SessionsSection } from './sessions-section';

/** The user's sessions, and the browsers without a second step. */
export function DevicesTab() {
  return (
    <div className="grid gap-5">
      <SessionsSection />
      <DevicesSection />
    </div>
  );
}
