import { accounts } from './accounts';
import { activity } from './activity';
import { boxes } from './boxes';
import { customfields } from './customfields';
import { dates } from './dates';
import { download } from './download';
import { errors } from './errors';
import { files } from './files';
import { first } from './first';
import { found } from './found';
import { live } from './live';
import { links } from './links';
import { members } from './members';
import { offline } from './offline';
import { people } from './people';
import { preview } from './preview';
import { pwa } from './pwa';
import { rewind } from './rewind';
import { roles } from './roles';
import { search } from './search';
import { setup } from './setup';
import { shares } from './shares';
import { sharing } from './sharing';
import { signin } from './signin';
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
  errors,
  files,
  found,
  links,
  live,
  members,
  offline,
  people,
  preview,
  pwa,
  rewind,
  roles,
  search,
  setup,
  shares,
  sharing,
  signin,
  trash,
  uploads,
  visit,
  workspaces,
} as const;
