import type { Page } from '@playwright/test';
import type { World } from '../fixtures';
import { accountScreens } from './screens-account';
import { changesScreens } from './screens-changes';
import { filesScreens } from './screens-files';
import { findScreens } from './screens-find';
import { linksScreens } from './screens-links';
import { outsideScreens } from './screens-outside';
import { peopleScreens } from './screens-people';
import { shellScreens } from './screens-shell';
import { signinScreens } from './screens-signin';

/** One picture: how to get there. */
export interface Screen {
  name: string;
  /** Taken by someone who is not signed in. */
  out?: boolean;
  go: (page: Page, world: World, phone: boolean) => Promise<void>;
}

export const screens: Screen[] = [
  ...shellScreens,
  ...accountScreens,
  ...signinScreens,
  ...filesScreens,
  ...changesScreens,
  ...findScreens,
  ...linksScreens,
  ...outsideScreens,
  ...peopleScreens,
];
