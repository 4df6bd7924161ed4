import { common } from './common';
import { frame } from './frame';
import { problems } from './problems';

/** What the first screen brings; what it does not need comes later, see ../index.ts. */
export const first = { common, frame, problems } as const;
