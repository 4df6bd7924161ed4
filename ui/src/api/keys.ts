import type { QueryKey } from '@tanstack/react-query';

/** The kinds of data read from the server, with their parameters. Data of a workspace begins with its id. */
interface Kinds {
  access: [spaceId: string, targetId: string, as: 'as', userId: string];
  'active-email': [token: string];
  activity: [spaceId: string, subject: object, filter: object];
  'api-tokens': [];
  assignable: [];
  audit: [scope: string, filter: object];
  box: [code: string];
  boxes: [spaceId: string, of: string, what: string | null];
  'console-discounts': [];
  'console-jobs': [];
  'console-message': [id: string];
  'console-outbox': [state: string, query: string];
  'console-overview': [];
  'console-payments': [state: string, query: string];
  'console-people': [filter: string, query: string];
  'console-person': [userId: string, what: 'page' | 'events'];
  'console-plans': [];
  'console-receipt': [paymentId: string];
  'console-revenue': [calendar: string, currency: string];
  'console-rights': [];
  'console-selling': [];
  'console-support': [];
  'console-ticket': [id: string];
  'console-tickets': [filter: object];
  'console-connections': [];
  'console-setting-history': [];
  'console-settings': [];
  'console-templates': [language: string];
  'console-search': [text: string];
  'console-workspace': [spaceId: string];
  'console-workspace-plan': [spaceId: string];
  'console-workspaces': [filter: string, plan: string, query: string];
  'current-plan': [spaceId: string];
  customfields: [spaceId: string];
  'connected-devices': [];
  'device-login': [flow: string];
  devices: [];
  engines: [];
  exposure: [spaceId: string];
  file: [spaceId: string, fileId: string];
  folders: [spaceId: string, directoryId: string, what: 'all'];
  'guest-workspaces': [];
  'google-account': [];
  identities: [language: string];
  bucket: [];
  buckets: [];
  'bucket-progress': [spaceId: string];
  'cloud-login': [loginId: string];
  import: [importId: string, what: 'page' | 'items' | 'links', outcome: string];
  imports: [spaceId: string];
  invoice: [id: string];
  item: [number: string];
  invoices: [spaceId: string];
  links: [spaceId: string, of: string, what: string | null];
  listing: [spaceId: string, directoryId: string, source: string, sort: string, page: number];
  me: [];
  members: [spaceId: string, what: 'list' | 'search' | 'departure', of: string];
  name: [spaceId: string, directoryId: string, fileId: string];
  orders: [];
  passkeys: [];
  people: [spaceId: string, scope: string];
  permissions: [spaceId: string];
  plans: [spaceId: string];
  preview: [spaceId: string, fileId: string];
  'version-preview': [spaceId: string, fileId: string, versionId: string];
  promotion: [];
  properties: [spaceId: string, directoryId: string, fileId: string];
  providers: [language: string];
  'public-workspaces': [query: string];
  reauthenticate: [];
  receipts: [code: string, token: string];
  reset: [token: string];
  rewind: [spaceId: string, directoryId: string, at: string];
  'rewind-preview': [target: object, chosen: object | null];
  roles: [spaceId: string, which: 'all' | 'custom'];
  root: [spaceId: string];
  search: [spaceId: string, what: 'results' | 'suggest', query: string];
  sessions: [];
  setup: [];
  'share-link': [id: string];
  'share-found': [id: string, token: string, directoryId: string, query: string];
  'share-items': [id: string, token: string, directoryId: string, sort: string];
  siblings: [spaceId: string, directoryId: string, sort: string];
  sending: [spaceId: string];
  summary: [spaceId: string, fileId: string, versionId: string, language?: string];
  'support-plan': [];
  templates: [spaceId: string];
  text: [url: string];
  ticket: [id: string];
  'ticket-file': [id: string, staff: 'staff' | 'user'];
  tickets: [status: string];
  thumbnail: [spaceId: string, fileId: string, versionId: string];
  uploads: [spaceId: string];
  'two-factor': [what: 'key'];
  values: [spaceId: string, id: string];
  workspaces: [];
}

export type Kind = keyof Kinds;

/** The key of something, or of all that begins like it. Parts that are missing are left out. */
export const keyOf = <K extends Kind>(kind: K, ...parts: Partial<Kinds[K]>): QueryKey => [
  kind,
  ...parts.filter((part) => part !== undefined),
];
