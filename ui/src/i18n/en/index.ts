import { accounts } from './accounts';
import { activity } from './activity';
import { boxes } from './boxes';
import { common } from './common';
import { customfields } from './customfields';
import { dates } from './dates';
import { download } from './download';
import { errors } from './errors';
import { files } from './files';
import { found } from './found';
import { frame } from './frame';
import { live } from './live';
import { links } from './links';
import { offline } from './offline';
import { preview } from './preview';
import { problems } from './problems';
import { pwa } from './pwa';
import { rewind } from './rewind';
import { search } from './search';
import { setup } from './setup';
import { shares } from './shares';
import { trash } from './trash';
import { uploads } from './uploads';
import { visit } from './visit';
import { workspaces } from './workspaces';

import type { Dict } from '../types';

export const en: Dict = {
  accounts,
  activity,
  boxes,
  common,
  customfields,
  dates,
  download,
  errors,
  files,
  found,
  frame,
  live,
  links,
  offline,
  preview,
  problems,
  pwa,
  rewind,
  search,
  setup,
  shares,
  trash,
  uploads,
  visit,
  workspaces,
};
