import type { Dict } from '../types';

export const setup = {} as const satisfies Dict['setup'];
