import { History, Info, Keyboard, LayoutGrid, List, RotateCw } from 'lucide-react';
import { changed } from '~/api/changed';
import { t } from '~/i18n';
import type { Action, ActionContext } from './action';
import { isWay, mayAll } from '../listing/rights';

export const details: Action = {
  id: 'details',
  label: ({ view }) => (view.details ? t('files.closeDetails') : t('files.details')),
  Icon: Info,
  group: 'view',
  places: ['item', 'space', 'bar'],
  shortcuts: [
    { key: 'KeyI', text: 'I' },
    { key: 'Enter', alt: true, text: 'Alt+Enter' },
  ],
  applies: ({ entries }) => !entries.some(isWay),
  perform: ({ view }) => view.setDetails(!view.details),
};

const isOneFile = ({ listKind, count, entries }: ActionContext) =>
  listKind !== 'trash' && count === 1 && entries[0]?.kind === 'file';

export const versions: Action = {
  id: 'versions',
  label: () => t('files.versions'),
  Icon: History,
  group: 'view',
  places: ['item'],
  submenu: 'more',
  applies: (context) => isOneFile(context) && mayAll(context.entries, 'read', 'version'),
  perform: ({ view }) => view.setDetails('versions'),
};

export const toList: Action = {
  id: 'view-list',
  label: () => t('files.listView'),
  Icon: List,
  group: 'view',
  places: ['space'],
  shortcuts: [{ key: 'KeyV', text: 'V' }],
  applies: ({ view }) => view.kind === 'grid',
  perform: ({ view }) => view.setKind('list'),
};

export const toGrid: Action = {
  id: 'view-grid',
  label: () => t('files.gridView'),
  Icon: LayoutGrid,
  group: 'view',
  places: ['space'],
  shortcuts: [{ key: 'KeyV', text: 'V' }],
  applies: ({ view }) => view.kind === 'list',
  perform: ({ view }) => view.setKind('grid'),
};

export const refresh: Action = {
  id: 'refresh',
  label: () => t('files.refresh'),
  Icon: RotateCw,
  group: 'view',
  places: ['space'],
  shortcuts: [{ key: 'KeyR', alt: true, text: 'Alt+R' }],
  applies: () => true,
  perform: ({ place }) => void changed.files(place.spaceId),
};

export const shortcuts: Action = {
  id: 'shortcuts',
  label: () => t('files.shortcuts'),
  Icon: Keyboard,
  group: 'view',
  places: ['space'],
  shortcuts: [
    { key: '?', text: '?' },
    { key: '؟', text: '؟' },
  ],
  applies: () => true,
  perform: ({ commands }) => commands.showShortcuts(),
};
