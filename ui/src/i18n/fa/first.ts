import { common } from './common';
import { errors } from './errors';
import { frame } from './frame';
import { problems } from './problems';

/** What the first screen brings; what it does not need comes later, see ../index.ts. */
export const first = { common, errors, frame, problems } as const;
