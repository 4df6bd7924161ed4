import type { Dict } from '../types';

export const accounts = {} as const satisfies Dict['accounts'];
