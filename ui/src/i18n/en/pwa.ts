import type { Dict } from '../types';

export const pwa = {} as const satisfies Dict['pwa'];
