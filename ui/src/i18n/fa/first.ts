import { common } from './common';
import { frame } from './frame';
import { problems } from './problems';

/** The words of the first screen; the others are fetched later, see ../index.ts. */
export const first = { common, frame, problems } as const;
