import { Building2, Cloud, KeyRound, LogIn, ShieldCheck } from 'lucide-react';
import type { Provider } from '~/api/types';

/** The names that an administrator may give as a provider's icon. */
const icons = { arvan: Cloud, building: Building2, cloud: Cloud, key: KeyRound, shield: ShieldCheck };

const isNamed = (name: string): name is keyof typeof icons => Object.hasOwn(icons, name);

/** The picture of a provider. */
export function ProviderIcon({ icon }: Pick<Provider, 'icon'>) {
  if (icon === 'google') return <Google />;
  if (isNamed(icon)) {
    const Icon = icons[icon];
    return <Icon size={18} aria-hidden="true" />;
  }
  return <LogIn size={18} aria-hidden="true" className="rtl:rotate-180" />;
}

/** Google requires its own colours on such buttons. */
function Google() {
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true" className="size-4.5">
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62Z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.33-1.58-5.04-3.7H.96v2.33A9 9 0 0 0 9 18Z"
      />
      <path fill="#fbbc05" d="M3.96 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3-2.33Z" />
      <path
        fill="#ea4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.95l3 2.33C4.67 5.16 6.66 3.58 9 3.58Z"
      />
    </svg>
  );
}
