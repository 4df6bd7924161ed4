import {
  Building2,
  ChartSpline,
  DatabaseBackup,
  FileKey2,
  Gauge,
  Layers,
  ListChecks,
  ListTodo,
  MessagesSquare,
  ScrollText,
  Send,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Stethoscope,
  TicketPercent,
  TrendingUp,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import type { Area } from '../use-rights';
import { withWords, type PlainKey } from '~/i18n';

/** Parts of the console that belong together; the overview stands above all. */
export type Group = 'people' | 'support' | 'sales' | 'operation';

/** A part of the console, with an address of its own below /admin. */
export interface Section {
  readonly id: string;
  readonly group?: Group;
  readonly label: PlainKey;
  readonly Icon: LucideIcon;
  readonly Content: ComponentType;
  /** The staff's right that it needs. */
  readonly area: Area;
  /** Not in the list: another section leads here. */
  readonly under?: string;
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
    id: 'first-steps',
    label: 'consoleSystem.firstSteps',
    Icon: ListTodo,
    area: 'system',
    Content: lazy(async () => ({
      default: (await withWords(import('../first-steps/first-steps-section'), 'firstSteps')).FirstStepsSection,
    })),
  },
  {
    id: 'people',
    group: 'people',
    label: 'consolePeople.people',
    Icon: Users,
    area: 'people',
    Content: lazy(async () => ({
      default: (await withWords(import('../people/people-section'), 'audit', 'tickets')).PeopleSection,
    })),
  },
  {
    id: 'workspaces',
    group: 'people',
    label: 'consolePeople.workspaces',
    Icon: Building2,
    area: 'workspaces',
    Content: lazy(async () => ({
      default: (await withWords(import('../workspaces/workspaces-section'), 'dates')).WorkspacesSection,
    })),
  },
  {
    id: 'events',
    group: 'people',
    label: 'consoleSystem.events',
    Icon: ShieldAlert,
    area: 'people',
    Content: lazy(async () => ({
      default: (await withWords(import('../events/events-section'), 'audit')).EventsSection,
    })),
  },
  {
    id: 'tickets',
    group: 'support',
    label: 'console.tickets',
    Icon: MessagesSquare,
    area: 'tickets',
    Content: lazy(async () => ({
      default: (await withWords(import('../tickets/tickets-section'), 'tickets', 'dates')).TicketsSection,
    })),
  },
  {
    id: 'outbox',
    group: 'support',
    label: 'consoleSystem.outbox',
    Icon: Send,
    area: 'outbox',
    Content: lazy(async () => ({ default: (await import('../outbox/outbox-section')).OutboxSection })),
  },
  {
    id: 'payments',
    group: 'sales',
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
    group: 'sales',
    label: 'console.revenue',
    Icon: TrendingUp,
    area: 'money',
    sells: true,
    Content: lazy(async () => ({ default: (await import('../revenue/revenue-section')).RevenueSection })),
  },
  {
    id: 'plans',
    group: 'sales',
    label: 'console.plans',
    Icon: Layers,
    area: 'money',
    sells: true,
    Content: lazy(async () => ({ default: (await import('../money/plans-section')).PlansSection })),
  },
  {
    id: 'discounts',
    group: 'sales',
    label: 'console.discounts',
    Icon: TicketPercent,
    area: 'money',
    sells: true,
    Content: lazy(async () => ({
      default: (await withWords(import('../money/discounts-section'), 'dates')).DiscountsSection,
    })),
  },
  {
    id: 'jobs',
    group: 'operation',
    label: 'consoleSystem.jobs',
    Icon: ListChecks,
    area: 'system',
    Content: lazy(async () => ({ default: (await import('../jobs/jobs-section')).JobsSection })),
  },
  {
    id: 'copies',
    group: 'operation',
    label: 'consoleSystem.copies',
    Icon: DatabaseBackup,
    area: 'system',
    Content: lazy(async () => ({ default: (await import('../copies/copies-section')).CopiesSection })),
  },
  {
    id: 'recovery-sheet',
    under: 'copies',
    label: 'recoverySheet.title',
    Icon: FileKey2,
    area: 'system',
    Content: lazy(async () => ({ default: (await import('../sheet/sheet-section')).SheetSection })),
  },
  {
    id: 'health',
    group: 'operation',
    label: 'consoleSystem.serverHealth',
    Icon: Stethoscope,
    area: 'system',
    Content: lazy(async () => ({ default: (await import('../health/health-section')).HealthSection })),
  },
  {
    id: 'growth',
    group: 'operation',
    label: 'consoleGrowth.title',
    Icon: ChartSpline,
    area: 'system',
    Content: lazy(async () => ({ default: (await import('../growth/growth-section')).GrowthSection })),
  },
  {
    id: 'log',
    group: 'operation',
    label: 'consoleSystem.log',
    Icon: ScrollText,
    area: 'system',
    Content: lazy(async () => ({ default: (await import('../log/log-section')).LogSection })),
  },
  {
    id: 'audit',
    group: 'operation',
    label: 'frame.audit',
    Icon: ShieldCheck,
    area: 'audit',
    Content: lazy(async () => ({
      default: (await withWords(import('../events/audit-section'), 'audit', 'dates')).AuditSection,
    })),
  },
  {
    id: 'settings',
    group: 'operation',
    label: 'console.settings',
    Icon: Settings,
    area: 'settings',
    Content: lazy(async () => ({ default: (await import('../settings/settings-section')).SettingsSection })),
  },
];

/** The sections that a member of staff may see. */
export const sectionsFor = (selling: boolean, reads: readonly string[]): readonly Section[] =>
  all.filter(({ sells, area }) => (selling || !sells) && reads.includes(area));
