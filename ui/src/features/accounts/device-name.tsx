import { Laptop, MonitorSmartphone, Smartphone } from 'lucide-react';

/** What a device is, by the name that the server made of what the browser said. */
export function DeviceIcon({ name }: { name: string }) {
  const Icon = /Android|iOS|iPhone|iPad/i.test(name)
    ? Smartphone
    : /Windows|mac|Linux|Chrome ?OS/i.test(name)
      ? Laptop
      : MonitorSmartphone;
  return <Icon size={20} />;
}
