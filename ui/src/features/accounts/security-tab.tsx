import type { User } from '~/api/types';
import { PasskeysSection } from '~/features/passkeys/passkeys-section';
import { GoogleSection } from '~/features/providers/google-section';
import { ProvidersSection } from '~/features/providers/providers-section';
import { TwoFactorSection } from '~/features/twofactor/two-factor-section';
import { PasswordSection } from './password-section';

/** The sign-in methods of the user: password, second steps, passkeys and providers. */
export function SecurityTab({ me }: { me: User }) {
  return (
    <div className="grid gap-5">
      <PasswordSection me={me} />
      <TwoFactorSection me={me} />
      <PasskeysSection />
      <ProvidersSection />
      <GoogleSection />
    </div>
  );
}
