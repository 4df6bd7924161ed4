import { t } from '~/i18n';
import { SegmentedControl } from '~/kit/segmented-control';

type Props = {
  label: string;
  my: boolean;
  onChange: (my: boolean) => void;
  /** A row of its own, as on a phone. */
  wide?: boolean;
};

/** Switches between the shared files and My Drive, where a page has both. */
export function DriveToggle({ label, my, onChange, wide }: Props) {
  return (
    <div className={wide ? 'grid shrink-0 border-b border-line p-2' : 'me-1'}>
      <SegmentedControl
        label={label}
        hideLabel
        value={my ? 'my' : 'shared'}
        segments={[
          { value: 'shared', label: t('files.shared') },
          { value: 'my', label: t('files.myDrive') },
        ]}
        onChange={(whose) => onChange(whose === 'my')}
      />
    </div>
  );
}
