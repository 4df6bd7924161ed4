import { Monitor, Moon, Sun } from 'lucide-react';
import { faultText } from '~/api/fault';
import type { User } from '~/api/types';
import { setLang, t, useLang, type Lang } from '~/i18n';
import { Card } from '~/kit/layout';
import { Segmented } from '~/kit/segmented';
import { setTheme, useTheme } from '~/kit/theme';
import { toast } from '~/kit/toast';
import { saveProfile } from './api';

export function PreferencesSection({ me }: { me: User | undefined }) {
  const lang = useLang();
  const theme = useTheme();
  const choose = async (next: Lang) => {
    await setLang(next);
    if (!me) return;
    await saveProfile({ first_name: me.first_name, last_name: me.last_name, language: next });
  };
  return (
    <Card title={t('accounts.preferencesTitle')} text={t('accounts.preferencesText')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Segmented
          label={t('frame.language')}
          value={lang}
          onChange={(next) =>
            void choose(next).catch((error: unknown) => toast({ kind: 'error', title: faultText(error) }))
          }
          segments={[
            { value: 'fa-ir', label: t('frame.persian') },
            { value: 'en-us', label: t('frame.english') },
          ]}
        />
        <Segmented
          label={t('frame.theme')}
          value={theme}
          onChange={setTheme}
          segments={[
            { value: 'light', label: t('frame.light'), icon: <Sun size={16} aria-hidden="true" /> },
            { value: 'dark', label: t('frame.dark'), icon: <Moon size={16} aria-hidden="true" /> },
            { value: 'system', label: t('frame.system'), icon: <Monitor size={16} aria-hidden="true" /> },
          ]}
        />
      </div>
    </Card>
  );
}
