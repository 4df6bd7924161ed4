import { TriangleAlert } from 'lucide-react';
import { useMe } from '~/api/me';
import { t } from '~/i18n';
import { reachOf } from './address-reach';

/** Says when strangers cannot open an address that is about to be handed on, and to administrators what to set. */
export function AddressNotice({ url }: { url: string }) {
  const { data: me } = useMe();
  const reach = reachOf(url);
  if (reach === 'anyone') return null;
  return (
    <p className="flex gap-2 text-xs text-pretty">
      <TriangleAlert size={16} aria-hidden="true" className="mt-px shrink-0 text-warning" />
      <span>
        <span className="font-semibold">
          {t(reach === 'machine' ? 'gate.onlyMachineTitle' : 'gate.onlyNetworkTitle')}
        </span>{' '}
        {t(me?.staff === 'administrator' ? 'gate.setAddress' : 'gate.askForAddress')}
      </span>
    </p>
  );
}
