import { LogIn } from 'lucide-react';
import type { Provider } from './api';

/** The picture that the administrator gave a provider. */
export function ProviderIcon({ icon }: Pick<Provider, 'icon'>) {
  if (/^(data:image\/|\/)/.test(icon)) return <img src={icon} alt="" className="size-5 object-contain" />;
  return <LogIn size={18} aria-hidden="true" className="rtl:rotate-180" />;
}
