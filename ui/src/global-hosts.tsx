import { useUserId } from '~/api/session';
import { KeepPreferences } from './features/accounts/keep-preferences';
import { TourHost } from './features/onboarding/tour-host';
import { Pwa } from './features/pwa/pwa';
import { StandbyBanner } from './features/standby/banner';
import { UnsentTexts } from './page/unsent-texts';
import { SignOutQuestion } from './page/sign-out-question';
import { ProofHost } from './features/reauthenticate/proof-host';

/** Parts that every page has but the first paint does not need. */
export function GlobalHosts() {
  const user = useUserId();
  return (
    <>
      <Pwa />
      {user && <KeepPreferences key={user} />}
      {user && <TourHost key={`${user} tour`} />}
      {user && <UnsentTexts userId={user} />}
      <StandbyBanner />
      <ProofHost />
      <SignOutQuestion />
    </>
  );
}
