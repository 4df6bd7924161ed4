import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { User } from '~/api/types';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Setting, Settings } from '~/kit/setting';

const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog')).PasswordDialog }));

export function PasswordSection({ me }: { me: User }) {
  const [open, setOpen] = useState(false);
  return (
    <Card title={t('accounts.password')}>
      <Settings>
        <li>
          <Setting
            icon={<KeyRound size={20} />}
            title={t(me.has_password ? 'profile.passwordSet' : 'profile.passwordNone')}
            text={t(me.has_password ? 'profile.passwordSetText' : 'profile.passwordNoneText')}
            actions={
              <Button kind="outline" onClick={() => setOpen(true)}>
                {t(me.has_password ? 'accounts.changePassword' : 'profile.setPassword')}
              </Button>
            }
          />
        </li>
      </Settings>
      {open && (
        <Suspense>
          <PasswordDialog me={me} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
