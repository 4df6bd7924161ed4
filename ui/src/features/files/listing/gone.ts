import { Fault } from '~/api/fault';

/** The server answers alike for directories that do not exist, for those that went elsewhere, and for those the user may not see. */
export const isGone = (error: unknown): boolean => error instanceof Fault && error.key === 'invalid_id';
