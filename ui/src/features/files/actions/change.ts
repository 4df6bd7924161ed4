import { PencilLine, Star, StarOff } from 'lucide-react';
import { t } from '~/i18n';
import type { Action, ActionContext } from './action';
import { mayAll } from '../listing/rights';
import { withChosen } from '../operations/with-operations';

export const rename: Action = {
  id: 'rename',
  label: () => t('files.rename'),
  Icon: PencilLine,
  group: 'change',
  places: ['item'],
  shortcuts: [{ key: 'F2', text: 'F2' }],
  applies: ({ listKind, count, entries }) => listKind !== 'trash' && count === 1 && mayAll(entries, 'rename'),
  perform: ({ entries, commands }) => entries[0] && commands.rename(entries[0]),
};

const mark = (on: boolean) => (context: ActionContext) =>
  withChosen(context, (operations, entries) => operations.setFavorite(context.place.spaceId, entries, on));

const areFavorites = ({ entries }: ActionContext) => entries.every(({ favorite }) => favorite);

export const setFavorite: Action = {
  id: 'favorite',
  label: () => t('files.favor'),
  Icon: Star,
  group: 'change',
  places: ['item', 'bar'],
  submenu: 'more',
  shortcuts: [{ key: 'KeyS', text: 'S' }],
  applies: (context) => context.listKind !== 'trash' && mayAll(context.entries, 'read') && !areFavorites(context),
  perform: mark(true),
};

export const unsetFavorite: Action = {
  id: 'unfavorite',
  label: () => t('files.unfavor'),
  Icon: StarOff,
  group: 'change',
  places: ['item', 'bar'],
  submenu: 'more',
  shortcuts: [{ key: 'KeyS', text: 'S' }],
  applies: (context) => context.listKind !== 'trash' && mayAll(context.entries, 'read') && areFavorites(context),
  perform: mark(false),
};
