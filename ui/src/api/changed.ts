import type { QueryFilters, QueryKey } from '@tanstack/react-query';
import { Fault } from './fault';
import { isOf, partsOfKey, pageOf } from './key-parts';
import { keyOf } from './keys';
import { queryClient } from './query';
import { forgetSeq, isWaiting, lastSeq } from './sequence';

const again = (...all: QueryKey[]) =>
  Promise.all(all.map((queryKey) => queryClient.invalidateQueries({ queryKey }))).then(() => undefined);

const where = (predicate: (key: QueryKey) => boolean): QueryFilters => ({
  predicate: ({ queryKey }) => predicate(queryKey),
});

/** Up to which number the lists of a workspace, or of a directory, were read again. */
const readTo = new Map<string, number>();
const soon = new Map<string, ReturnType<typeof setTimeout>>();

/** How long refreshes after uploads are collected, in milliseconds. */
const PAUSE = 600;

/** The only way to refresh data: callers name the change, not the components that show it. */
export const changed = {
  me: () => again(keyOf('me')),
  /** Sessions, and browsers that are known. */
  sessions: () => again(keyOf('sessions'), keyOf('devices')),
  /** The text that a model writes about a file. */
  summary: (spaceId: string, fileId: string) => again(keyOf('summary', spaceId, fileId)),
  sending: (spaceId: string) => again(keyOf('sending', spaceId)),
  /** Documents that new ones begin with, and their folder. */
  templates: (spaceId: string) => again(keyOf('templates', spaceId)),
  /** Imports of a workspace, or of all that are shown; one of them when only that has moved on. */
  imports: (importId?: string) =>
    again(keyOf('imports'), importId ? keyOf('import', importId) : keyOf('import'), keyOf('bucket-progress')),
  /** The keys of the account at a service with buckets. */
  buckets: () => again(keyOf('bucket'), keyOf('buckets')),
  promotion: () => again(keyOf('me'), keyOf('promotion'), keyOf('workspaces')),
  apiTokens: () => again(keyOf('api-tokens')),
  connectedDevices: () => again(keyOf('connected-devices')),
  deviceHome: () => again(keyOf('device-home')),
  passkeys: () => again(keyOf('passkeys')),
  googleAccount: () => again(keyOf('google-account')),
  identities: () => again(keyOf('identities')),
  twoFactor: () => again(keyOf('two-factor'), keyOf('me')),
  setup: () => again(keyOf('setup')),
  /** Staff confirmed or refused one. */
  payments: () =>
    again(keyOf('console-payments'), keyOf('console-plans'), keyOf('console-revenue'), keyOf('console-counts')),
  /** Staff changed one that is on sale. */
  plans: () => again(keyOf('console-plans')),
  /** The outbox of mails and text messages. */
  messages: () =>
    again(keyOf('console-outbox'), keyOf('console-message'), keyOf('console-overview'), keyOf('console-counts')),
  /** Settings of the server. */
  settings: () =>
    again(
      keyOf('console-settings'),
      keyOf('console-connections'),
      keyOf('console-setting-history'),
      keyOf('console-outbox'),
      keyOf('console-copies'),
      keyOf('console-first-steps'),
      keyOf('setup'),
    ),
  /** Steps of the first hour. */
  firstSteps: () => again(keyOf('console-first-steps'), keyOf('console-overview')),
  /** Staff started a job. */
  jobs: () =>
    again(
      keyOf('console-jobs'),
      keyOf('console-overview'),
      keyOf('console-copies'),
      keyOf('console-growth'),
      keyOf('console-health'),
      keyOf('console-counts'),
      keyOf('console-first-steps'),
    ),
  discounts: () => again(keyOf('console-discounts')),
  /** Whether plans are sold, and how. */
  selling: () => again(keyOf('console-selling'), keyOf('console-plans'), keyOf('setup')),
  /** Tickets of the user. */
  tickets: () => again(keyOf('tickets'), keyOf('ticket')),
  /** Tickets as staff see them. */
  staffTickets: () => again(keyOf('console-tickets'), keyOf('console-ticket'), keyOf('console-counts')),
  /** Canned texts and holidays. */
  support: () => again(keyOf('console-support'), keyOf('console-tickets'), keyOf('console-ticket')),
  /** Staff acted on an account. */
  staffPeople: () => again(keyOf('console-people'), keyOf('console-person'), keyOf('console-first-steps')),
  /** Staff acted on a workspace. */
  staffSpaces: () =>
    again(
      keyOf('console-workspaces'),
      keyOf('console-workspace'),
      keyOf('console-workspace-plan'),
      keyOf('workspaces'),
    ),
  /** Names and pictures of people. */
  people: () => again(keyOf('people')),
  /** A workspace: its look, its storage, its owner. */
  spaces: () => again(keyOf('workspaces')),
  /** The user has joined or left a workspace. */
  memberships: () => again(keyOf('workspaces'), keyOf('guest-workspaces'), keyOf('public-workspaces')),
  /** The rights of the signed-in user in one workspace, or in all. */
  permissions: (spaceId?: string) => again(keyOf('permissions', spaceId)),
  /** Everything that is shown of a workspace. */
  space: (spaceId: string) =>
    Promise.all([
      again(keyOf('workspaces'), keyOf('guest-workspaces')),
      queryClient.invalidateQueries(where((key) => partsOfKey(key).spaceId === spaceId)),
    ]),
  members: (spaceId: string) =>
    again(keyOf('members', spaceId), keyOf('roles', spaceId), keyOf('access', spaceId), keyOf('workspaces')),
  roles: (spaceId: string) => again(keyOf('roles', spaceId), keyOf('members', spaceId), keyOf('access', spaceId)),
  /** Everyone with access to an item: members, guests, links and boxes. */
  access: (spaceId: string) =>
    again(keyOf('access', spaceId), keyOf('exposure', spaceId), keyOf('links', spaceId), keyOf('boxes', spaceId)),
  links: (spaceId: string) => again(keyOf('links', spaceId)),
  /** Lists of files mark folders that have one. */
  boxes: (spaceId: string) => again(keyOf('boxes', spaceId), keyOf('listing', spaceId)),
  /** An order, or the plan of a workspace that it pays for. */
  billing: () =>
    again(
      keyOf('buyer'),
      keyOf('invoice'),
      keyOf('invoices'),
      keyOf('orders'),
      keyOf('plans'),
      keyOf('current-plan'),
      keyOf('workspaces'),
    ),
  receipts: (code: string) => again(keyOf('receipts', code)),
  fields: (spaceId: string) => again(keyOf('customfields', spaceId)),
  /** Values of custom fields; lists and details show them too. */
  values: (spaceId: string) =>
    again(
      keyOf('values', spaceId),
      keyOf('listing', spaceId),
      keyOf('properties', spaceId),
      keyOf('customfields', spaceId),
    ),
  /** What could not be read because the server was not to be reached. */
  unreachable: () =>
    queryClient.invalidateQueries({
      predicate: ({ state: { error } }) =>
        error instanceof Fault && /^(noResponse|noInternet|timeout)$/.test(error.kind),
    }),
  /** Signed addresses of contents. */
  previews: () => again(keyOf('preview')),

  /** Files and directories of a workspace, or the entries of one directory. */
  files: async (spaceId: string, directoryId?: string): Promise<void> => {
    readTo.set(placeOf(spaceId, directoryId), lastSeq());
    await Promise.all([
      again(
        keyOf('listing', spaceId, directoryId),
        keyOf('properties', spaceId, directoryId),
        keyOf('siblings', spaceId, directoryId),
        keyOf('folders', spaceId, directoryId),
        ...(directoryId ? [] : [keyOf('file', spaceId), keyOf('rewind', spaceId), keyOf('workspaces')]),
      ),
      // Favorites and recent files may show the same entries.
      directoryId && queryClient.invalidateQueries(where((key) => isElsewhere(key, spaceId))),
      queryClient.invalidateQueries({ queryKey: keyOf('activity', spaceId), refetchType: 'none' }),
      queryClient.invalidateQueries({ queryKey: keyOf('team', spaceId) }),
    ]);
  },

  /** The same, once for all that happens within a moment. */
  filesSoon: (spaceId: string): void => {
    if (soon.has(spaceId)) return;
    const run = () => {
      soon.delete(spaceId);
      void changed.files(spaceId);
    };
    soon.set(spaceId, setTimeout(run, PAUSE));
  },
};

const placeOf = (spaceId: string, directoryId = '') => `${spaceId}/${directoryId}`;

const isElsewhere = (key: QueryKey, spaceId: string) =>
  isOf(key, 'listing') && partsOfKey(key).spaceId === spaceId && /^(favorites|recents)$/.test(pageOf(key).source);

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Whether the lists of a directory have been read again since commit `seq`, or will be. Most changes are the user's
 * own, and the stream often reports them before the call is answered.
 */
export async function isReadAgain(spaceId: string, directoryId: string, seq: number): Promise<boolean> {
  for (let tries = 0; tries < 10 && seq > lastSeq() && isWaiting(); tries++) await wait(50);
  // The caller of the change has its answer by now and says what has to be read again.
  await wait(0);
  // A server that has just begun says 0 of a directory that it has not seen change.
  const reads = [placeOf(spaceId), placeOf(spaceId, directoryId)].map((place) => readTo.get(place) ?? -1);
  return seq <= (soon.has(spaceId) ? lastSeq() : Math.max(...reads));
}

/** Numbers that were heard before the line broke mean nothing now. */
export function forgetRead(): void {
  forgetSeq();
  readTo.clear();
}
