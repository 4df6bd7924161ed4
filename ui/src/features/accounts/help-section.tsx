import { Compass } from 'lucide-react';
import { startTour } from '~/page/tour-request';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Setting, Settings } from '~/kit/setting';

/** The tour begins when the user enters a workspace. */
export function HelpSection() {
  return (
    <Card title={t('profile.helpTitle')}>
      <Settings>
        <li>
          <Setting
            icon={<Compass size={20} />}
            title={t('profile.tourTitle')}
            text={t('profile.tourText')}
            actions={
              <Button kind="outline" onClick={startTour}>
                {t('profile.tourAgain')}
              </Button>
            }
          />
        </li>
      </Settings>
    </Card>
  );
}
