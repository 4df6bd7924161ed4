import type { Dict } from '../types';

export const live = {
  looking: 'Also here: {names}',
  andMore: { one: '{names} and one other', other: '{names} and {n} others' },
  comma: ', ',
} as const satisfies Dict['live'];
