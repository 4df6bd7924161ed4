import type { Page } from '@playwright/test';
import type { World } from '../fixtures';

/** One screenshot: how to get there. */
export interface Screen {
  name: string;
  /** Taken without signing in. */
  out?: boolean;
  go: (page: Page, world: World, phone: boolean) => Promise<void>;
}
