import type { Dict } from '../types';

export const preview = {} as const satisfies Dict['preview'];
