import {
  Building2,
  Gauge,
  Layers,
  ListChecks,
  MessagesSquare,
  ScrollText,
  Send,
  Settings,
  TicketPercent,
  TrendingUp,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import type { Area } from '../use-rights';
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
    id: 'overview',
    label: 'consoleSystem.overview',
    Icon: Gauge,
    area: 'overview',
    Content: lazy(async () => ({ default: (await import('./overview-section')).OverviewSection })),
  },
  {
    id: 'people',
    label: 'consolePeople.people',
    Icon: Users,
    area: 'people',
    Content: lazy(async () => ({
      default: (await withWords(import('../people/people-section'), 'audit')).PeopleSection,
    })),
  },
  {
    id: 'workspaces',
    label: 'consolePeople.workspaces',
    Icon: Building2,
    area: 'workspaces',
    Content: lazy(async () => ({
      default: (await withWords(import('../workspaces/workspaces-section'), 'dates')).WorkspacesSection,
    })),
  },
  {
    id: 'payments',
    label: 'console.payments',
    Icon: Wallet,
    area: 'money',
    sells: true,
    Content: lazy(async () => ({
      default: (await withWords(import('../money/payments-section'), 'dates')).PaymentsSection,
    })),
  },
  {
    id: 'revenue',
    label: 'console.revenue',
    Icon: TrendingUp,
    area: 'money',
    sells: true,
    Content: lazy(async () => ({ default: (await import('../revenue/revenue-section')).RevenueSection })),
  },
  {
    id: 'tickets',
    label: 'console.tickets',
    Icon: MessagesSquare,
    area: 'tickets',
    Content: lazy(async () => ({
      default: (await withWords(import('../tickets/tickets-section'), 'tickets', 'dates')).TicketsSection,
    })),
  },
  {
    id: 'plans',
    label: 'console.plans',
    Icon: Layers,
    area: 'money',
    sells: true,
    Content: lazy(async () => ({ default: (await import('../money/plans-section')).PlansSection })),
  },
  {
    id: 'discounts',
    label: 'console.discounts',
    Icon: TicketPercent,
    area: 'money',
    sells: true,
    Content: lazy(async () => ({
      default: (await withWords(import('../money/discounts-section'), 'dates')).DiscountsSection,
    })),
  },
  {
    id: 'outbox',
    label: 'consoleSystem.outbox',
    Icon: Send,
    area: 'outbox',
    Content: lazy(async () => ({ default: (await import('../outbox/outbox-section')).OutboxSection })),
  },
  {
    id: 'jobs',
    label: 'consoleSystem.jobs',
    Icon: ListChecks,
    area: 'system',
    Content: lazy(async () => ({ default: (await import('../jobs/jobs-section')).JobsSection })),
  },
  {
    id: 'log',
    label: 'consoleSystem.log',
    Icon: ScrollText,
    area: 'system',
    Content: lazy(async () => ({ default: (await import('../log/log-section')).LogSection })),
  },
  {
    id: 'settings',
    label: 'console.settings',
    Icon: Settings,
    area: 'settings',
    Content: lazy(async () => ({ default: (await import('../settings/settings-section')).SettingsSection })),
  },
];

/** The sections that a member of staff may see. */
export const sectionsFor = (selling: boolean, reads: readonly string[]): readonly Section[] =>
  all.filter(({ sells, area }) => (selling || !sells) && reads.includes(area));
