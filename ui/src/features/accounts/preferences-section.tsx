import { Monitor, Moon, Sun } from 'lucide-react';
import { setLang, t, useLang } from '~/i18n';
import { Card } from '~/kit/layout';
import { Segmented } from '~/kit/segmented';
import { setTheme, useTheme } from '~/kit/theme';
import { sayFault } from '~/page/say-fault';

/** Choices made here are saved like those of the top bar: see keep-preferences.tsx. */
export function PreferencesSection() {
  const lang = useLang();
  const theme = useTheme();
  return (
    <Card title={t('accounts.preferencesTitle')} text={t('accounts.preferencesText')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Segmented
          label={t('frame.language')}
          value={lang}
          onChange={(next) => void setLang(next).catch(sayFault)}
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
