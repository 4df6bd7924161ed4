import { createEmitter } from '~/kit/store';
import type { Target } from './client-upload';

/** The target of an upload; of a file, its name and its size in bytes, too. */
type UploadEvent = Target & { readonly key?: string; readonly length?: number };

const landed = createEmitter<[what: UploadEvent]>();

/** Calls `listener` for each file or folder that was uploaded; returns how to stop. */
export const onLanded = landed.subscribe;

/** Tells the lists that show `target` that something was uploaded there. */
export const notifyLanded = landed.emit;
