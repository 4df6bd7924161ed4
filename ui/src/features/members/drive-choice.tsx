import { t } from '~/i18n';
import { ChoiceCards } from '~/kit/choice-cards';
import { Notice } from '~/kit/notice';
import type { Departure } from '~/api/types';
import { MemberSelect } from './member-select';

export type Fate = 'hand_over' | 'archive' | 'delete';

type Props = {
  spaceId: string;
  departure: Departure;
  you: boolean;
  fate: Fate;
  to: string;
  except: string;
  onFate: (fate: Fate) => void;
  onTo: (email: string) => void;
};

/** Asks what happens to the My Drive of a departing member: handed over, archived or deleted. */
export function DriveChoice({ spaceId, departure, you, fate, to, except, onFate, onTo }: Props) {
  const { files, trashed_files: trashed } = departure.my_drive;
  return (
    <div className="grid gap-3">
      <p aria-hidden="true" className="font-medium">
        {t(you ? 'members.yourDrive' : 'members.theirDrive')}
      </p>
      <ChoiceCards<Fate>
        label={t(you ? 'members.yourDrive' : 'members.theirDrive')}
        value={fate}
        onChange={onFate}
        choices={[
          { value: 'hand_over', label: t('members.driveHandOver'), hint: t('members.driveHandOverHint') },
          { value: 'archive', label: t('members.driveArchive'), hint: t('members.driveArchiveHint') },
          { value: 'delete', label: t('members.driveDelete'), hint: t('members.driveDeleteHint') },
        ]}
      />
      {fate === 'hand_over' && (
        <MemberSelect spaceId={spaceId} label={t('members.driveTo')} value={to} except={except} onChange={onTo} />
      )}
      {fate === 'delete' && <Notice tone="warning">{t('members.driveGone', { n: files + trashed })}</Notice>}
    </div>
  );
}
