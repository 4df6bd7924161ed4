import { google } from './google';
import { accounts } from './accounts';
import { activity } from './activity';
import { apitokens } from './apitokens';
import { audit } from './audit';
import { billing } from './billing';
import { boxes } from './boxes';
import { codes } from './codes';
import { fields } from './fields';
import { console } from './console';
import { firstSteps } from './first-steps';
import { consoleGrowth } from './console-growth';
import { consolePeople } from './console-people';
import { dates } from './dates';
import { devices } from './devices';
import { editors } from './editors';
import { publiclink } from './publiclink';
import { errors } from './errors';
import { files } from './files';
import { first } from './first';
import { favorites } from './favorites';
import { gate } from './gate';
import { home } from './home';
import { live } from './live';
import { connections } from './connections';
import { consoleSystem } from './console-system';
import { marks } from './marks';
import { members } from './members';
import { offline } from './offline';
import { onboarding } from './onboarding';
import { help } from './help';
import { palette } from './palette';
import { passkeys } from './passkeys';
import { people } from './people';
import { preview } from './preview';
import { profile } from './profile';
import { proof } from './proof';
import { providers } from './providers';
import { pwa } from './pwa';
import { recents } from './recents';
import { imports } from './imports';
import { incoming } from './incoming';
import { recoverySheet } from './recovery-sheet';
import { rewind } from './rewind';
import { roles } from './roles';
import { search } from './search';
import { setup } from './setup';
import { summaries } from './summaries';
import { links } from './links';
import { access } from './access';
import { sheets } from './sheets';
import { signin } from './signin';
import { templates } from './templates';
import { tickets } from './tickets';
import { tier } from './tier';
import { trash } from './trash';
import { twofactor } from './twofactor';
import { uploads } from './uploads';
import { publicbox } from './publicbox';
import { workspaces } from './workspaces';

import type { Dict } from '../types';

export const en: Dict = {
  ...first,
  accounts,
  activity,
  billing,
  boxes,
  fields,
  dates,
  devices,
  editors,
  publiclink,
  errors,
  files,
  favorites,
  home,
  live,
  gate,
  marks,
  members,
  offline,
  help,
  palette,
  people,
  preview,
  pwa,
  recents,
  recoverySheet,
  imports,
  incoming,
  rewind,
  roles,
  search,
  setup,
  summaries,
  links,
  access,
  sheets,
  signin,
  templates,
  tickets,
  tier,
  trash,
  uploads,
  publicbox,
  apitokens,
  audit,
  codes,
  console,
  firstSteps,
  connections,
  consoleSystem,
  consoleGrowth,
  consolePeople,
  onboarding,
  passkeys,
  profile,
  proof,
  providers,
  twofactor,
  workspaces,
  google,
};
