import { FolderOpen, House, Monitor, Moon, Sun } from 'lucide-react';
import { setStart, useStart } from '~/api/visits';
import { setLang, t, useLang } from '~/i18n';
import { Card } from '~/kit/layout';
import { SegmentedControl } from '~/kit/segmented-control';
import { setTheme, useTheme } from '~/kit/theme';
import { sayFault } from '~/page/say-fault';

/**
 * Language and theme are saved like those of the top bar: see keep-preferences.tsx. Where to start is a choice of this
 * device.
 */
export function PreferencesSection() {
  const lang = useLang();
  const theme = useTheme();
  const start = useStart();
  return (
    <Card title={t('accounts.preferencesTitle')} text={t('accounts.preferencesText')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SegmentedControl
          label={t('frame.language')}
          value={lang}
          onChange={(next) => void setLang(next).catch(sayFault)}
          segments={[
            { value: 'fa-ir', label: t('frame.persian') },
            { value: 'en-us', label: t('frame.english') },
          ]}
        />
        <SegmentedControl
          label={t('frame.theme')}
          value={theme}
          onChange={setTheme}
          segments={[
            { value: 'light', label: t('frame.light'), icon: <Sun size={16} aria-hidden="true" /> },
            { value: 'dark', label: t('frame.dark'), icon: <Moon size={16} aria-hidden="true" /> },
            { value: 'system', label: t('frame.system'), icon: <Monitor size={16} aria-hidden="true" /> },
          ]}
        />
        <SegmentedControl
          label={t('accounts.startAt')}
          value={start}
          onChange={setStart}
          segments={[
            { value: 'home', label: t('frame.home'), icon: <House size={16} aria-hidden="true" /> },
            { value: 'folder', label: t('accounts.startFolder'), icon: <FolderOpen size={16} aria-hidden="true" /> },
          ]}
        />
      </div>
    </Card>
  );
}
