import { t } from '~/i18n';
import { Switch } from '~/kit/switch';

type Props = { off: boolean | undefined; onChange: (off: boolean) => void };

/** A provider that is not offered any more still settles what is under way. */
export function OfferedSwitch({ off = false, onChange }: Props) {
  return (
    <div className="sm:col-span-2">
      <Switch
        label={t('console.offered')}
        hint={t(off ? 'console.offeredNot' : 'console.offeredText')}
        checked={!off}
        onChange={(offered) => onChange(!offered)}
      />
    </div>
  );
}
