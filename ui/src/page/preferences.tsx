import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import { setLang, t, useLang, type Lang } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuAction } from '~/kit/menu-items';
import { setTheme, useTheme, type Theme } from '~/kit/theme';

const themeIcons = { light: Sun, dark: Moon, system: Monitor };
const themes: Theme[] = ['light', 'dark', 'system'];
const languages: { lang: Lang; key: 'frame.persian' | 'frame.english' }[] = [
  { lang: 'fa-ir', key: 'frame.persian' },
  { lang: 'en-us', key: 'frame.english' },
];

/** The choices of language, for a menu. */
export function languageEntries(chosen: Lang): MenuAction[] {
  return languages.map(({ lang, key }) => ({
    id: lang,
    label: t(key),
    checked: lang === chosen,
    onSelect: () => void setLang(lang),
  }));
}

/** The choices of theme, for a menu. */
export function themeEntries(chosen: Theme): MenuAction[] {
  return themes.map((theme) => {
    const Icon = themeIcons[theme];
    return {
      id: theme,
      label: t(`frame.${theme}`),
      icon: <Icon size={18} />,
      checked: theme === chosen,
      onSelect: () => setTheme(theme),
    };
  });
}

export function LanguageButton() {
  const lang = useLang();
  return (
    <Menu
      label={t('frame.language')}
      align="end"
      entries={languageEntries(lang)}
      trigger={
        <IconButton label={t('frame.language')}>
          <Languages size={19} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}

export function ThemeButton() {
  const theme = useTheme();
  const Icon = themeIcons[theme];
  return (
    <Menu
      label={t('frame.theme')}
      align="end"
      entries={themeEntries(theme)}
      trigger={
        <IconButton label={t('frame.theme')}>
          <Icon size={19} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
