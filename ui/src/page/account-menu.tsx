import {
  CircleHelp,
  Compass,
  Gauge,
  Languages,
  LifeBuoy,
  LogOut,
  MonitorSmartphone,
  Settings,
  ShieldCheck,
  SunMoon,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { fullName, useMe } from '~/api/me';
import { useSupportPlan } from '~/api/support';
import { startTour } from './tour-request';
import { t, useLang } from '~/i18n';
import { Avatar } from '~/kit/avatar';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { useTheme } from '~/kit/theme';
import { languageEntries, themeEntries } from './preferences';
import { signOut } from './sign-out';

/** The account of the user and what belongs to it, in the same order on desktop and phone. */
export function useAccountEntries(): MenuEntry[] {
  const me = useMe().data;
  const lang = useLang();
  const theme = useTheme();
  const [, navigate] = useLocation();
  const support = useSupportPlan().data;
  return [
    {
      id: 'settings',
      label: me ? fullName(me) : t('frame.accountSettings'),
      hint: me?.email || me?.mobile || undefined,
      icon: me ? <Avatar name={fullName(me)} src={me.avatar} className="size-6 text-xs" /> : <Settings size={18} />,
      onSelect: () => navigate('/account/settings'),
    },
    {
      id: 'connect',
      label: t('frame.connectDevice'),
      icon: <MonitorSmartphone size={18} />,
      onSelect: () => navigate('/account/connect'),
    },
    'separator',
    { id: 'language', label: t('frame.language'), icon: <Languages size={18} />, items: languageEntries(lang) },
    { id: 'theme', label: t('frame.theme'), icon: <SunMoon size={18} />, items: themeEntries(theme) },
    {
      id: 'help',
      label: t('frame.help'),
      icon: <CircleHelp size={18} />,
      onSelect: () => navigate('/help'),
    },
    {
      id: 'tour',
      label: t('frame.tour'),
      icon: <Compass size={18} />,
      onSelect: startTour,
    },
    ...(support && support.tier !== 'off'
      ? [
          {
            id: 'support',
            label: t('frame.support'),
            icon: <LifeBuoy size={18} />,
            onSelect: () => navigate('/ticket'),
          },
        ]
      : []),
    ...(me?.staff
      ? [
          {
            id: 'console',
            label: t('frame.console'),
            icon: <Gauge size={18} />,
            onSelect: () => navigate('/admin'),
          },
          ...(me.staff === 'administrator' || me.staff === 'auditor'
            ? [
                {
                  id: 'audit',
                  label: t('frame.audit'),
                  icon: <ShieldCheck size={18} />,
                  onSelect: () => navigate('/admin/audit'),
                },
              ]
            : []),
        ]
      : []),
    'separator',
    {
      id: 'out',
      label: t('frame.signOut'),
      icon: <LogOut size={18} className="rtl:rotate-180" />,
      onSelect: () => void signOut(),
    },
  ];
}

export function AccountMenu() {
  const me = useMe().data;
  const name = me ? fullName(me) : '';
  return (
    <Menu
      label={t('frame.accountMenu')}
      align="end"
      entries={useAccountEntries()}
      trigger={
        <button
          type="button"
          aria-label={t('frame.accountMenu')}
          title={name || undefined}
          className={iconButtonClass('rounded-full')}
        >
          <Avatar name={name || '·'} src={me?.avatar} className="size-8 pointer-coarse:size-9" />
        </button>
      }
    />
  );
}
