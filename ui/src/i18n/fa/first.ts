import { accounts } from './accounts';
import { common } from './common';
import { errors } from './errors';
import { frame } from './frame';
import { problems } from './problems';
import { pwa } from './pwa';
import { setup } from './setup';
import { workspaces } from './workspaces';

/** What the first screen brings; what it does not need comes later, see ../index.ts. */
export const first = { accounts, common, errors, frame, problems, pwa, setup, workspaces } as const;
