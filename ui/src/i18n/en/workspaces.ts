import type { Dict } from '../types';

export const workspaces = {} as const satisfies Dict['workspaces'];
