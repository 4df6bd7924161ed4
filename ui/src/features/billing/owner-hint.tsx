import { UserRound } from 'lucide-react';
import { Link } from 'wouter';
import { startIn } from '~/api/visits';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { State } from '~/kit/state';
import type { CurrentPlan } from './api';

/** For those who may see the plan of a workspace and not change it. */
export function OwnerHint({ spaceId, owner }: { spaceId: string; owner: CurrentPlan['owner'] }) {
  return (
    <State
      page
      icon={<UserRound size={34} />}
      title={t('billing.askTitle')}
      text={t('billing.askText', { name: owner.name })}
      actions={
        <>
          <a href={`mailto:${owner.email}`} className={buttonClass('solid')}>
            {t('billing.askMail', { name: owner.name })}
          </a>
          <Link href={startIn(spaceId)} className={buttonClass('outline')}>
            {t('billing.toFiles')}
          </Link>
        </>
      }
    />
  );
}
