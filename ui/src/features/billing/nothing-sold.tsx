import { HeartHandshake } from 'lucide-react';
import { Link } from 'wouter';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { State } from '~/kit/state';
import { PageLayout } from '~/page/page-layout';
import { useCurrentPlan } from './api';
import { Titled } from './selling-guard';

/** Nothing is sold here: whom to ask for more, and what is used now. */
export function NothingSoldState({ spaceId }: { spaceId?: string }) {
  const { data: current } = useCurrentPlan(spaceId ?? '', !!spaceId);
  return (
    <Titled title="billing.nothingTitle">
      <PageLayout>
        <State
          page
          icon={<HeartHandshake size={34} />}
          title={t('billing.nothingTitle')}
          text={current ? t('billing.nothingAsk', { name: current.owner.name }) : t('billing.nothingText')}
          actions={
            spaceId ? (
              <Link href={`/workspace/${spaceId}/status`} className={buttonClass('solid')}>
                {t('billing.usageSee')}
              </Link>
            ) : (
              <Link href="/workspace/create" className={buttonClass('solid')}>
                {t('billing.makeSpace')}
              </Link>
            )
          }
        />
      </PageLayout>
    </Titled>
  );
}
