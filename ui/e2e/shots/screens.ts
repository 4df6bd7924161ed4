import type { Screen } from './screen';
import { accountScreens } from './screens-account';
import { changesScreens } from './screens-changes';
import { consoleScreens } from './screens-console';
import { editorsScreens } from './screens-editors';
import { filesScreens } from './screens-files';
import { findScreens } from './screens-find';
import { importScreens } from './screens-imports';
import { linksScreens } from './screens-links';
import { outsideScreens } from './screens-outside';
import { peopleScreens } from './screens-people';
import { shellScreens } from './screens-shell';
import { signinScreens } from './screens-signin';

export const screens: Screen[] = [
  ...shellScreens,
  ...accountScreens,
  ...signinScreens,
  ...filesScreens,
  ...changesScreens,
  ...editorsScreens,
  ...findScreens,
  ...importScreens,
  ...linksScreens,
  ...outsideScreens,
  ...peopleScreens,
  ...consoleScreens,
];
