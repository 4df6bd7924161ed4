import { lazy, type ComponentType } from 'react';
import { t, withWords } from '~/i18n';
import type { Entry } from '../listing/entry';
import type { PanelProps } from './panel';
import { mayOn } from '../listing/rights';

/** One tab of the details. Its code is fetched when it is opened. */
interface PanelTab {
  /** The name in the address while the tab is open. */
  readonly id: string;
  readonly label: () => string;
  readonly Panel: ComponentType<PanelProps>;
  readonly applies: (entry: Entry) => boolean;
}

/** Whether the entry is not in the trash, and the user may do this to it or to a part of it. */
const mayOnLiving = (entry: Entry, verb: string, subject?: string) =>
  entry.trashed === null && mayOn(entry, verb, subject);

/** Whether the server reads words in files of its kind. */
const hasWords = ({ type, name }: Entry) =>
  ['pdf', 'document', 'sheet', 'slides', 'text'].includes(type) || /\.html?$/i.test(name);

/** The pages of the details, in their order. */
export const panelTabs: readonly PanelTab[] = [
  {
    id: 'details',
    label: () => t('files.details'),
    Panel: lazy(async () => ({ default: (await import('./entry-details')).EntryDetails })),
    applies: () => true,
  },
  {
    id: 'sentences',
    label: () => t('files.keySentences'),
    Panel: lazy(async () => ({
      default: (await withWords(import('./sentences-panel'), 'summaries')).SentencesPanel,
    })),
    applies: (entry) => entry.kind === 'file' && hasWords(entry) && mayOnLiving(entry, 'read', 'summary'),
  },
  {
    id: 'comments',
    label: () => t('files.comments'),
    Panel: lazy(async () => ({ default: (await import('./comments-panel')).CommentsPanel })),
    applies: (entry) => entry.kind === 'file' && mayOnLiving(entry, 'read'),
  },
  {
    id: 'versions',
    label: () => t('files.versions'),
    Panel: lazy(async () => ({ default: (await import('./versions-panel')).VersionsPanel })),
    applies: (entry) => entry.kind === 'file' && mayOnLiving(entry, 'read', 'version'),
  },
  {
    id: 'access',
    label: () => t('files.sharing'),
    Panel: lazy(async () => ({
      default: (
        await withWords(import('./access-panel'), 'people', 'members', 'access', 'links', 'boxes', 'gate', 'dates')
      ).AccessPanel,
    })),
    applies: (entry) => mayOnLiving(entry, 'read'),
  },
  {
    id: 'activity',
    label: () => t('files.activity'),
    Panel: lazy(async () => ({
      default: (await withWords(import('./activity-panel'), 'activity', 'dates')).ActivityPanel,
    })),
    applies: (entry) => mayOnLiving(entry, 'read', 'activity'),
  },
  {
    id: 'tags',
    label: () => t('files.tags'),
    Panel: lazy(async () => ({ default: (await withWords(import('./tags-panel'), 'fields')).TagsPanel })),
    applies: (entry) => mayOnLiving(entry, 'read', 'entity_custom_field'),
  },
];
