import { createEmitter } from '~/kit/store';

/** The directory whose past is shown. */
export interface Target {
  readonly spaceId: string;
  readonly directoryId: string;
  readonly name: string;
  /** The moment that is shown first, in milliseconds; an hour ago when absent. */
  readonly at?: number;
}

const asked = createEmitter<[target: Target]>();

/** Shows the past of a directory. */
export const openRewind = asked.emit;
export const whenRewind = asked.subscribe;
