/** Pages by their frame. */
export type Frame = 'workspace' | 'console' | 'outside';

const workspace = [
  'home',
  '',
  'my',
  'recent-used-file',
  'favorite',
  'trash',
  'search?q=a',
  'download-link',
  'uploadbox-link',
  'activity',
  'offline',
  'teammates',
  'custom-roles',
  'custom-fields',
  'exposure',
  'settings',
  'imports',
];

const console = [
  'overview',
  'people',
  'workspaces',
  'events',
  'tickets',
  'outbox',
  'payments',
  'revenue',
  'plans',
  'discounts',
  'jobs',
  'copies',
  'recovery-sheet',
  'log',
  'audit',
  'settings',
];

const outside = [
  '/workspace',
  '/account/settings',
  '/account/connect',
  '/Access/Workspaces',
  '/workspace/find',
  '/help',
  '/help/sharing',
  '/help/api',
];

/** Where the pages of a frame are. */
export const pagesOf = (frame: Frame, spaceId: string): string[] =>
  ({
    workspace: workspace.map((path) => `/workspace/${spaceId}/${path}`),
    console: console.map((path) => `/admin/${path}`),
    outside,
  })[frame];
