import { accounts } from './accounts';
import { common } from './common';
import { errors } from './errors';
import { files } from './files';
import { found } from './found';
import { frame } from './frame';
import { preview } from './preview';
import { problems } from './problems';
import { pwa } from './pwa';
import { setup } from './setup';
import { trash } from './trash';
import { uploads } from './uploads';
import { workspaces } from './workspaces';

import type { Dict } from '../types';

export const en: Dict = {
  accounts,
  common,
  errors,
  files,
  found,
  frame,
  preview,
  problems,
  pwa,
  setup,
  trash,
  uploads,
  workspaces,
};
