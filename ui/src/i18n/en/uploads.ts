import type { Dict } from '../types';

export const uploads = {} as const satisfies Dict['uploads'];
