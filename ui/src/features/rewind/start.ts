import { createEmitter } from '~/kit/store';

/** The directory whose past is shown. */
export interface Target {
  readonly spaceId: string;
  readonly directoryId: string;
  readonly name: string;
}

const asked = createEmitter<[target: Target]>();

/** Shows the past of a directory. */
export const openRewind = asked.emit;
export const whenRewind = asked.subscribe;
