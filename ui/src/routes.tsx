import { secretIn } from './features/gate/secret';
import { LandingRedirect } from './landing';
import type { Route, RouteParams } from './route';
import { authRoutes } from './routes-auth';
import { billingRoutes } from './routes-billing';
import { importRoutes } from './routes-imports';
import { screen } from './screen';

/** How each page's code is fetched; the guard's questions and the code travel at the same time. */
const pages = {
  files: screen(() => import('./features/files/page'), 'FilesPage', 'files', 'uploads'),
  home: screen(() => import('./features/home/home-page'), 'HomePage', 'home', 'files'),
  search: screen(() => import('./features/search/search-page'), 'SearchPage', 'search', 'dates', 'files'),
  activity: screen(() => import('./features/activity/activity-page'), 'ActivityPage', 'activity', 'dates', 'files'),
  tags: screen(() => import('./features/fields/fields-page'), 'FieldsPage', 'fields'),
  offline: screen(() => import('./features/offline/offline-page'), 'OfflinePage', 'offline', 'files'),
  trash: screen(() => import('./features/trash/page'), 'TrashPage', 'files', 'uploads', 'trash'),
  favorites: screen(
    () => import('./features/favorites/favorites-page'),
    'FavoritesPage',
    'files',
    'uploads',
    'favorites',
  ),
  recents: screen(() => import('./features/recents/recents-page'), 'RecentsPage', 'files', 'uploads', 'recents'),
  preview: screen(() => import('./features/preview/page'), 'PreviewPage', 'files', 'uploads', 'preview'),
  versions: screen(() => import('./features/preview/versions/page'), 'VersionsPage', 'files', 'uploads', 'preview'),
  editor: screen(() => import('./features/editors/page/editor-page'), 'EditorPage', 'editors', 'preview'),
  google: screen(() => import('./features/editors/google/google-page'), 'GooglePage', 'google'),
  googleReturn: screen(() => import('./features/editors/google/google-return-page'), 'GoogleReturnPage', 'google'),
  setup: screen(() => import('./features/setup/page'), 'SetupPage', 'setup', 'accounts'),
  trust: screen(() => import('./features/setup/trust-page'), 'TrustPage', 'setup'),
  account: screen(() => import('./features/accounts/account-page'), 'AccountPage', 'accounts'),
  connect: screen(() => import('./features/devices/connect-page'), 'ConnectPage', 'accounts', 'devices', 'people'),
  spaces: screen(() => import('./features/workspaces/list-page'), 'SpacesPage', 'workspaces', 'people'),
  create: screen(() => import('./features/workspaces/create-page'), 'CreatePage', 'workspaces', 'setup', 'people'),
  links: screen(() => import('./features/files/sharing/pages'), 'SpaceLinksPage', 'links', 'gate', 'dates'),
  boxes: screen(() => import('./features/files/sharing/pages'), 'SpaceBoxesPage', 'boxes', 'gate', 'dates'),
  download: screen(() => import('./features/links/download-page'), 'DownloadPage', 'publiclink', 'gate', 'preview'),
  code: screen(() => import('./features/boxes/code-page'), 'CodePage', 'publicbox', 'gate'),
  visit: screen(() => import('./features/boxes/visit-page'), 'VisitPage', 'publicbox', 'boxes', 'gate'),
  members: screen(() => import('./features/members/members-page'), 'MembersPage', 'members', 'people', 'gate'),
  roles: screen(() => import('./features/roles/roles-page'), 'RolesPage', 'roles', 'people'),
  exposure: screen(() => import('./features/access/exposure-page'), 'ExposurePage', 'access', 'people', 'gate'),
  guestSpaces: screen(() => import('./features/access/guest-spaces-page'), 'GuestSpacesPage', 'access', 'people'),
  publicSpaces: screen(() => import('./features/workspaces/public-page'), 'PublicSpacesPage', 'workspaces', 'people'),
  settings: screen(() => import('./features/workspaces/settings-page'), 'SpaceSettingsPage', 'workspaces', 'people'),
  tickets: screen(() => import('./features/tickets/tickets-page'), 'TicketsPage', 'tickets'),
  ticketNew: screen(() => import('./features/tickets/new-page'), 'NewTicketPage', 'tickets'),
  ticket: screen(() => import('./features/tickets/ticket-page'), 'TicketPage', 'tickets'),
  incoming: screen(() => import('./features/incoming/incoming-page'), 'IncomingPage', 'incoming', 'files', 'uploads'),
  number: screen(() => import('./features/incoming/number-page'), 'NumberPage'),
  shortcut: screen(() => import('./features/incoming/shortcut-page'), 'ShortcutPage'),
  console: screen(() => import('./features/console/frame/console-page'), 'ConsolePage', 'console'),
  help: screen(() => import('./features/help/help-page'), 'HelpPage', 'help'),
  notFound: screen(() => import('./page/not-found-page'), 'NotFoundPage'),
};

function Home({ params }: { params: RouteParams }) {
  return <pages.home.page spaceId={params.workspace_id ?? ''} />;
}

function Files({ params }: { params: RouteParams }) {
  return <pages.files.page spaceId={params.workspace_id ?? ''} directoryId={params.directory_id} my={false} />;
}

function MyFiles({ params }: { params: RouteParams }) {
  return <pages.files.page spaceId={params.workspace_id ?? ''} directoryId={params.directory_id} my />;
}

function Trash({ params }: { params: RouteParams }) {
  return <pages.trash.page spaceId={params.workspace_id ?? ''} directoryId={params.directory_id} my={false} />;
}

function MyTrash({ params }: { params: RouteParams }) {
  return <pages.trash.page spaceId={params.workspace_id ?? ''} my />;
}

function Favorites({ params }: { params: RouteParams }) {
  return <pages.favorites.page spaceId={params.workspace_id ?? ''} />;
}

function Recents({ params }: { params: RouteParams }) {
  return <pages.recents.page spaceId={params.workspace_id ?? ''} />;
}

function Preview({ params }: { params: RouteParams }) {
  const { workspace_id = '', directory_id = '', file_id = '' } = params;
  return <pages.preview.page spaceId={workspace_id} directoryId={directory_id} fileId={file_id} />;
}

function Versions({ params }: { params: RouteParams }) {
  const { workspace_id = '', directory_id = '', file_id = '' } = params;
  return <pages.versions.page spaceId={workspace_id} directoryId={directory_id} fileId={file_id} />;
}

function SearchResults({ params }: { params: RouteParams }) {
  return <pages.search.page spaceId={params.workspace_id ?? ''} />;
}

function Activity({ params }: { params: RouteParams }) {
  const { workspace_id: spaceId = '', directory_id: directoryId, file_id: fileId } = params;
  return <pages.activity.page subject={{ spaceId, scope: 'shared', directoryId, fileId }} />;
}

function MyActivity({ params }: { params: RouteParams }) {
  return <pages.activity.page subject={{ spaceId: params.workspace_id ?? '', scope: 'my' }} />;
}

function Tags({ params }: { params: RouteParams }) {
  return <pages.tags.page spaceId={params.workspace_id ?? ''} />;
}

function Members({ params }: { params: RouteParams }) {
  return <pages.members.page spaceId={params.workspace_id ?? ''} />;
}

function Roles({ params }: { params: RouteParams }) {
  return <pages.roles.page spaceId={params.workspace_id ?? ''} />;
}

function Exposure({ params }: { params: RouteParams }) {
  return <pages.exposure.page spaceId={params.workspace_id ?? ''} />;
}

function Offline({ params }: { params: RouteParams }) {
  return <pages.offline.page spaceId={params.workspace_id ?? ''} />;
}

function Links({ params }: { params: RouteParams }) {
  return <pages.links.page spaceId={params.workspace_id ?? ''} />;
}

function Boxes({ params }: { params: RouteParams }) {
  return <pages.boxes.page spaceId={params.workspace_id ?? ''} />;
}

function Download({ params: { download_id: id = '' } }: { params: RouteParams }) {
  return <pages.download.page key={id} id={secretIn(id)} />;
}

function Visit({ params: { upload_id: code = '' } }: { params: RouteParams }) {
  return <pages.visit.page key={code} code={secretIn(code)} />;
}

/** The timelines: of a workspace, of My Drive, of a directory, of a file. */
const activityRoutes: Route[] = [
  ['/activity', Activity] as const,
  ['/activity/my', MyActivity] as const,
  ['/directory/:directory_id/activity', Activity] as const,
  ['/directory/:directory_id/file/:file_id/activity', Activity] as const,
].map(([path, page]) => ({
  path: `/workspace/:workspace_id${path}`,
  title: 'frame.activity',
  page,
  load: pages.activity.load,
  need: { action: 'read', subject: 'activity' },
  framed: true,
}));

/** Every screen: its address, its page, and the rights to enter it. */
export const routes: Route[] = [
  { path: '/', page: LandingRedirect, load: () => Promise.resolve(), need: 'login' },
  { path: '/setup', title: 'setup.title', ...pages.setup, need: 'public' },
  { path: '/trust', title: 'setup.trustTitle', ...pages.trust, need: 'public' },
  ...authRoutes,
  { path: '/editor/onlyoffice', ...pages.editor, need: 'login' },
  { path: '/editor/google', ...pages.google, need: 'login' },
  { path: '/callback/google', ...pages.googleReturn, need: 'login' },
  { path: '/account/settings', title: 'accounts.settingsTitle', ...pages.account, need: 'login' },
  { path: '/account/connect', title: 'devices.connect', ...pages.connect, need: 'login' },
  { path: '/help/:topic?/:document?', title: 'frame.help', ...pages.help, need: 'public' },
  { path: '/workspace', title: 'workspaces.title', ...pages.spaces, need: 'login' },
  ...billingRoutes,
  { path: '/ticket', title: 'frame.support', ...pages.tickets, need: 'login' },
  { path: '/ticket/new', title: 'frame.support', ...pages.ticketNew, need: 'login' },
  { path: '/ticket/reply/:ticket_id', title: 'frame.ticket', ...pages.ticket, need: 'login' },
  { path: '/workspace/create', title: 'workspaces.createTitle', ...pages.create, need: 'login' },
  {
    path: '/workspace/find',
    title: 'workspaces.findTitle',
    ...pages.publicSpaces,
    need: 'login',
  },
  {
    path: '/Access/Workspaces',
    title: 'frame.guestSpaces',
    ...pages.guestSpaces,
    need: 'login',
  },
  {
    path: '/workspace/:workspace_id',
    title: 'frame.sharedFiles',
    page: Files,
    load: pages.files.load,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/home',
    title: 'frame.home',
    page: Home,
    load: pages.home.load,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/my',
    title: 'frame.myDrive',
    page: MyFiles,
    load: pages.files.load,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/settings',
    title: 'workspaces.settings',
    ...pages.settings,
    need: { action: 'update', subject: 'workspace' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/directory/:directory_id',
    page: Files,
    load: pages.files.load,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/directory/:directory_id/my',
    page: MyFiles,
    load: pages.files.load,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/directory/:directory_id/file/:file_id/preview',
    page: Preview,
    load: pages.preview.load,
    need: 'workspace',
  },
  {
    path: '/workspace/:workspace_id/directory/:directory_id/file/:file_id/versions',
    page: Versions,
    load: pages.versions.load,
    need: 'workspace',
  },
  {
    path: '/workspace/:workspace_id/search',
    title: 'frame.search',
    page: SearchResults,
    load: pages.search.load,
    need: 'workspace',
    framed: true,
  },
  ...activityRoutes,
  {
    path: '/workspace/:workspace_id/custom-fields',
    title: 'frame.tags',
    page: Tags,
    load: pages.tags.load,
    need: { action: 'read', subject: 'space_custom_field' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/teammates',
    title: 'frame.teammates',
    page: Members,
    load: pages.members.load,
    need: { action: 'read', subject: 'member' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/custom-roles',
    title: 'frame.roles',
    page: Roles,
    load: pages.roles.load,
    need: { action: 'read', subject: 'role' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/exposure',
    title: 'frame.exposure',
    page: Exposure,
    load: pages.exposure.load,
    need: { action: 'read', subject: 'role' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/offline',
    title: 'frame.offlineFiles',
    page: Offline,
    load: pages.offline.load,
    need: 'workspace',
    framed: true,
  },
  ...importRoutes,
  {
    path: '/workspace/:workspace_id/trash',
    title: 'frame.trash',
    page: Trash,
    load: pages.trash.load,
    need: { action: 'read', subject: 'trash' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/trash/my',
    title: 'frame.trash',
    page: MyTrash,
    load: pages.trash.load,
    need: { action: 'read', subject: 'trash' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/directory/:directory_id/trash',
    title: 'frame.trash',
    page: Trash,
    load: pages.trash.load,
    need: { action: 'read', subject: 'trash' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/favorite',
    title: 'frame.favorites',
    page: Favorites,
    load: pages.favorites.load,
    need: { action: 'read', subject: 'favorite' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/recent-used-file',
    title: 'frame.recents',
    page: Recents,
    load: pages.recents.load,
    need: { action: 'read', subject: 'recent_used' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/download-link',
    title: 'frame.links',
    page: Links,
    load: pages.links.load,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/uploadbox-link',
    title: 'frame.boxes',
    page: Boxes,
    load: pages.boxes.load,
    need: 'workspace',
    framed: true,
  },
  // Their titles must not reveal the shared content.
  {
    path: '/download/:download_id',
    title: 'publiclink.pageTitle',
    page: Download,
    load: pages.download.load,
    need: 'public',
    outside: true,
  },
  { path: '/u', title: 'publicbox.pageTitle', ...pages.code, need: 'public', outside: true },
  {
    path: '/u/:upload_id',
    title: 'publicbox.pageTitle',
    page: Visit,
    load: pages.visit.load,
    need: 'public',
    outside: true,
  },
  // Another app shares files with this one: src/sw.ts takes them, and leads here.
  { path: '/share-target', title: 'incoming.pageTitle', ...pages.incoming, need: 'login' },
  { path: '/f/:number', ...pages.number, need: 'login' },
  { path: '/open/:place', ...pages.shortcut, need: 'login' },
  { path: '/admin/:section?', title: 'frame.console', ...pages.console, need: 'login' },
  { path: '/404', title: 'frame.notFoundTitle', ...pages.notFound, need: 'public' },
];

/** Any other address. */
export const notFound: Route = {
  path: '*',
  title: 'frame.notFoundTitle',
  ...pages.notFound,
  need: 'public',
};
