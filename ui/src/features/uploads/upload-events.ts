import { createEmitter } from '~/kit/store';
import type { Target } from './thread';

const landed = createEmitter<[where: Target]>();

/** Calls `listener` for each file or folder that was uploaded; returns how to stop. */
export const whenLanded = landed.subscribe;

/** Tells the lists that show `target` that something was uploaded there. */
export const hasLanded = landed.emit;
