import { accounts } from './accounts';
import { activity } from './activity';
import { apitokens } from './apitokens';
import { audit } from './audit';
import { boxes } from './boxes';
import { codes } from './codes';
import { common } from './common';
import { customfields } from './customfields';
import { dates } from './dates';
import { download } from './download';
import { errors } from './errors';
import { files } from './files';
import { found } from './found';
import { frame } from './frame';
import { links } from './links';
import { live } from './live';
import { members } from './members';
import { offline } from './offline';
import { onboarding } from './onboarding';
import { passkeys } from './passkeys';
import { people } from './people';
import { preview } from './preview';
import { problems } from './problems';
import { profile } from './profile';
import { proof } from './proof';
import { providers } from './providers';
import { pwa } from './pwa';
import { rewind } from './rewind';
import { roles } from './roles';
import { search } from './search';
import { setup } from './setup';
import { shares } from './shares';
import { sharing } from './sharing';
import { signin } from './signin';
import { trash } from './trash';
import { twofactor } from './twofactor';
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
  members,
  offline,
  people,
  preview,
  problems,
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
  apitokens,
  audit,
  codes,
  onboarding,
  passkeys,
  profile,
  proof,
  providers,
  twofactor,
  workspaces,
};
