import { Link } from 'wouter';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Card } from '~/kit/layout';

/** The way from the settings of a workspace to its plan. */
export function PlanSection({ spaceId }: { spaceId: string }) {
  return (
    <Card title={t('billing.plan')} text={t('billing.settingsText')}>
      <div>
        <Link href={`/workspace/${spaceId}/status`} className={buttonClass('outline')}>
          {t('billing.seeStatus')}
        </Link>
      </div>
    </Card>
  );
}
