import type { Dict } from '../types';

export const files = {} as const satisfies Dict['files'];
