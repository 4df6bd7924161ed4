import { LifeBuoy } from 'lucide-react';
import { Badge } from '~/page/people/person';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Setting } from '~/kit/setting';

/** Below this number the user is asked to make new codes. */
const FEW = 3;

/** Backup codes, for use without the phone. */
export function StaticRow({ left, onNew }: { left: number; onNew: () => void }) {
  return (
    <li>
      <Setting
        icon={<LifeBuoy size={20} />}
        title={t('twofactor.static')}
        badges={
          left < FEW && <Badge tone="warning">{t(left === 0 ? 'twofactor.staticNone' : 'twofactor.staticFew')}</Badge>
        }
        text={left > 0 ? t('twofactor.staticLeft', { n: left }) : t('twofactor.staticText')}
        actions={
          <Button kind={left < FEW ? 'soft' : 'outline'} onClick={onNew}>
            {t(left > 0 ? 'twofactor.staticRenew' : 'twofactor.staticMake')}
          </Button>
        }
      />
    </li>
  );
}
