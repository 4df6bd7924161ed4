import { CheckCheck, X } from 'lucide-react';
import { t } from '~/i18n';
import type { Action } from './action';

export const selectAll: Action = {
  id: 'select-all',
  label: () => t('files.selectAll'),
  Icon: CheckCheck,
  group: 'choose',
  places: ['space', 'bar'],
  shortcuts: [{ key: 'KeyA', ctrl: true, text: 'Ctrl+A' }],
  applies: ({ directory, count, total }) => directory !== undefined && count < total,
  perform: ({ commands }) => commands.selectAll(),
};

export const clearSelection: Action = {
  id: 'clear-selection',
  label: () => t('files.clearSelection'),
  Icon: X,
  group: 'choose',
  places: [],
  shortcuts: [{ key: 'Escape', text: 'Esc' }],
  applies: ({ count }) => count > 0,
  perform: ({ commands }) => commands.clearSelection(),
};
