import type { Page } from '@playwright/test';
import type { World } from '../fixtures';

/** One picture: how to get there. */
export interface Screen {
  name: string;
  /** Taken by someone who is not signed in. */
  out?: boolean;
  go: (page: Page, world: World, phone: boolean) => Promise<void>;
}
