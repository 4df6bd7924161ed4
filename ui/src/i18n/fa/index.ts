import { accounts } from './accounts';
import { activity } from './activity';
import { customfields } from './customfields';
import { dates } from './dates';
import { errors } from './errors';
import { files } from './files';
import { first } from './first';
import { found } from './found';
import { live } from './live';
import { members } from './members';
import { offline } from './offline';
import { people } from './people';
import { preview } from './preview';
import { pwa } from './pwa';
import { rewind } from './rewind';
import { roles } from './roles';
import { search } from './search';
import { setup } from './setup';
import { sharing } from './sharing';
import { trash } from './trash';
import { uploads } from './uploads';
import { workspaces } from './workspaces';

/** The Persian words are the source of all others. */
export const fa = {
  ...first,
  accounts,
  activity,
  customfields,
  dates,
  errors,
  files,
  found,
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
  sharing,
  trash,
  uploads,
  workspaces,
} as const;
