import { accounts } from './accounts';
import { activity } from './activity';
import { boxes } from './boxes';
import { customfields } from './customfields';
import { dates } from './dates';
import { download } from './download';
import { files } from './files';
import { first } from './first';
import { found } from './found';
import { live } from './live';
import { links } from './links';
import { offline } from './offline';
import { preview } from './preview';
import { pwa } from './pwa';
import { rewind } from './rewind';
import { search } from './search';
import { setup } from './setup';
import { shares } from './shares';
import { trash } from './trash';
import { uploads } from './uploads';
import { visit } from './visit';
import { workspaces } from './workspaces';

/** The Persian words are the source of all others. */
export const fa = {
  ...first,
  accounts,
  activity,
  boxes,
  customfields,
  dates,
  download,
  files,
  found,
  live,
  links,
  offline,
  preview,
  pwa,
  rewind,
  search,
  setup,
  shares,
  trash,
  uploads,
  visit,
  workspaces,
} as const;
