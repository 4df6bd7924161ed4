import { Tags } from 'lucide-react';
import { Link } from 'wouter';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Card } from '~/kit/layout';

/** Tags have a page of their own. */
export function TagsSection({ spaceId }: { spaceId: string }) {
  return (
    <Card title={t('workspaces.tagsTitle')} text={t('workspaces.tagsText')}>
      <Link href={`/workspace/${spaceId}/custom-fields`} className={buttonClass('soft', 'justify-self-start')}>
        <Tags size={18} aria-hidden="true" />
        {t('workspaces.tagsOpen')}
      </Link>
    </Card>
  );
}
