import type { User } from '~/api/types';
import { ContactSection } from './contact-section';
import { HelpSection } from './help-section';
import { PreferencesSection } from './preferences-section';
import { ProfileSection } from './profile-section';
import { PromotionSection } from './promotion-section';

/** The user's profile, contact data and preferences. */
export function GeneralTab({ me }: { me: User }) {
  return (
    <div className="grid gap-5">
      <ProfileSection me={me} />
      <ContactSection me={me} />
      <PreferencesSection />
      <PromotionSection />
      <HelpSection />
    </div>
  );
}
