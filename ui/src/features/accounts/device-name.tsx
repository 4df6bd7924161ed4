import { Laptop, MonitorSmartphone, Smartphone } from 'lucide-react';

/** An icon for the kind of device, by the name that the server derived from the user agent. */
export function DeviceIcon({ name }: { name: string }) {
  const Icon = /Android|iOS|iPhone|iPad/i.test(name)
    ? Smartphone
    : /Windows|mac|Linux|Chrome ?OS/i.test(name)
      ? Laptop
      : MonitorSmartphone;
  return <Icon size={20} />;
}
