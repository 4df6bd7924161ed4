import { lazy, type ComponentType } from 'react';
import { t, withWords } from '~/i18n';
import type { Entry } from './entry';

/** What every page of the details gets. */
export interface PanelProps {
  readonly spaceId: string;
  readonly entry: Entry;
  /** The way to the entry, in words. */
  readonly trail: readonly string[];
}

/** One page of the details. Its code comes when it is opened. */
export interface PanelTab {
  /** Stands in the address while it is open. */
  readonly id: string;
  readonly label: () => string;
  readonly Panel: ComponentType<PanelProps>;
  readonly applies: (entry: Entry) => boolean;
}

const living = (entry: Entry) => entry.trashed === null;
const livingFile = (entry: Entry) => living(entry) && entry.kind === 'file';

/** The pages of the details, in their order. */
export const panelTabs: readonly PanelTab[] = [
  {
    id: 'details',
    label: () => t('files.details'),
    Panel: lazy(async () => ({ default: (await import('./entry-details')).EntryDetails })),
    applies: () => true,
  },
  {
    id: 'versions',
    label: () => t('files.versions'),
    Panel: lazy(async () => ({ default: (await import('./versions-panel')).VersionsPanel })),
    applies: livingFile,
  },
  {
    id: 'access',
    label: () => t('files.access'),
    Panel: lazy(async () => ({ default: (await import('./access-panel')).AccessPanel })),
    applies: livingFile,
  },
  {
    id: 'links',
    label: () => t('files.links'),
    Panel: lazy(async () => ({
      default: (await withWords(import('./links-panel'), 'shares', 'boxes', 'links', 'dates')).LinksPanel,
    })),
    applies: living,
  },
  {
    id: 'activity',
    label: () => t('files.activity'),
    Panel: lazy(async () => ({
      default: (await withWords(import('./activity-panel'), 'activity', 'dates')).ActivityPanel,
    })),
    applies: living,
  },
  {
    id: 'tags',
    label: () => t('files.tags'),
    Panel: lazy(async () => ({ default: (await withWords(import('./tags-panel'), 'customfields')).TagsPanel })),
    applies: living,
  },
];
