import { DevicesSection } from './devices-section';
import { SessionsSection } from './sessions-section';

/** Where the person is signed in, and where no second step is asked. */
export function DevicesTab() {
  return (
    <div className="grid gap-5">
      <SessionsSection />
      <DevicesSection />
    </div>
  );
}
