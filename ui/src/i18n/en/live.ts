import type { Dict } from '../types';

export const live = {
  looking: 'Also here: {names}',
  andMore: { one: '{names} and one other', other: '{names} and {n} others' },
  comma: ', ',
  gone: 'You no longer have access to “{title}”',
  goneUnnamed: 'You no longer have access to this workspace',
} as const satisfies Dict['live'];
