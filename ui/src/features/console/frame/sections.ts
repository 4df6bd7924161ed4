import { Building2, Layers, Settings, TicketPercent, Users, Wallet, type LucideIcon } from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import type { Area } from '../rights';
import { withWords, type PlainKey } from '~/i18n';

/** A part of the console, with an address of its own below /admin. */
export interface Section {
  readonly id: string;
  readonly label: PlainKey;
  readonly Icon: LucideIcon;
  readonly Content: ComponentType;
  /** The staff's right that it needs. */
  readonly area: Area;
  /** There only while plans are sold. */
  readonly sells?: boolean;
}

/** All of the console, in the order of its list. */
const all: readonly Section[] = [
  {
    id: 'people',
    label: 'desk.people',
    Icon: Users,
    area: 'people',
    Content: lazy(async () => ({
      default: (await withWords(import('../people/people-section'), 'audit')).PeopleSection,
    })),
  },
  {
    id: 'workspaces',
    label: 'desk.workspaces',
    Icon: Building2,
    area: 'workspaces',
    Content: lazy(async () => ({ default: (await import('../workspaces/workspaces-section')).WorkspacesSection })),
  },
  {
    id: 'payments',
    label: 'console.payments',
    Icon: Wallet,
    area: 'money',
    sells: true,
    Content: lazy(async () => ({ default: (await import('../payments-section')).PaymentsSection })),
  },
  {
    id: 'plans',
    label: 'console.plans',
    Icon: Layers,
    area: 'money',
    sells: true,
    Content: lazy(async () => ({ default: (await import('../plans-section')).PlansSection })),
  },
  {
    id: 'discounts',
    label: 'console.discounts',
    Icon: TicketPercent,
    area: 'money',
    sells: true,
    Content: lazy(async () => ({
      default: (await withWords(import('../discounts-section'), 'dates')).DiscountsSection,
    })),
  },
  {
    id: 'settings',
    label: 'console.settings',
    Icon: Settings,
    area: 'settings',
    Content: lazy(async () => ({ default: (await import('../settings-section')).SettingsSection })),
  },
];

/** The sections that a member of staff may see. */
export const sectionsFor = (selling: boolean, reads: readonly string[]): readonly Section[] =>
  all.filter(({ sells, area }) => (selling || !sells) && reads.includes(area));
