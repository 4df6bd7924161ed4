import { lazy, type ComponentType } from 'react';
import type { Need } from './guard';
import { withWords, type PlainKey } from './i18n';
import { doorRoutes } from './routes-door';

/** What a page may take out of its address. */
export type RouteParams = {
  workspace_id?: string;
  directory_id?: string;
  file_id?: string;
  download_id?: string;
  upload_id?: string;
  provider?: string;
};

export interface Entry {
  path: string;
  page: ComponentType<{ params: RouteParams }>;
  /** Starts fetching its code. */
  load: () => Promise<unknown>;
  need: Need;
  /** The words in the title of the window. */
  title?: PlainKey;
  /** Inside the frame with sidebar and top bar. */
  framed?: boolean;
  /** For people from outside: nothing of the product is offered to them. */
  outside?: boolean;
}

/** How each page's code is fetched; the guard's questions and the code travel at the same time. */
const load = {
  files: () => withWords(import('./features/files/page'), 'files', 'uploads'),
  search: () => withWords(import('./features/search/search-page'), 'search', 'dates', 'files'),
  activity: () => withWords(import('./features/activity/activity-page'), 'activity', 'dates', 'files'),
  tags: () => withWords(import('./features/customfields/fields-page'), 'customfields'),
  offline: () => withWords(import('./features/offline/offline-page'), 'offline', 'files'),
  trash: () => withWords(import('./features/trash/page'), 'files', 'uploads', 'trash'),
  favorites: () => withWords(import('./features/found/favorites-page'), 'files', 'uploads', 'found'),
  recents: () => withWords(import('./features/found/recents-page'), 'files', 'uploads', 'found'),
  preview: () => withWords(import('./features/preview/page'), 'files', 'uploads', 'preview'),
  setup: () => withWords(import('./features/setup/page'), 'setup', 'accounts'),
  trust: () => withWords(import('./features/setup/trust-page'), 'setup'),
  account: () => withWords(import('./features/accounts/account-page'), 'accounts'),
  spaces: () => withWords(import('./features/workspaces/list-page'), 'workspaces', 'people'),
  create: () => withWords(import('./features/workspaces/create-page'), 'workspaces', 'setup'),
  links: () => withWords(import('./features/shares/links-page'), 'shares', 'links', 'dates'),
  boxes: () => withWords(import('./features/uploadboxes/boxes-page'), 'boxes', 'links', 'dates'),
  download: () => withWords(import('./features/shares/download-page'), 'download', 'links', 'preview'),
  code: () => withWords(import('./features/uploadboxes/code-page'), 'visit', 'links'),
  visit: () => withWords(import('./features/uploadboxes/visit-page'), 'visit', 'boxes', 'links'),
  members: () => withWords(import('./features/members/members-page'), 'members', 'people'),
  roles: () => withWords(import('./features/roles/roles-page'), 'roles', 'people'),
  exposure: () => withWords(import('./features/sharing/exposure-page'), 'sharing', 'people'),
  guestSpaces: () => withWords(import('./features/sharing/guest-spaces-page'), 'sharing', 'people'),
  publicSpaces: () => withWords(import('./features/workspaces/public-page'), 'workspaces', 'people'),
  settings: () => withWords(import('./features/workspaces/settings-page'), 'workspaces', 'people'),
  audit: () => withWords(import('./features/audit/admin-page'), 'audit'),
  notFound: () => import('./features/frame/not-found-page'),
};

const FilesPage = lazy(async () => ({ default: (await load.files()).FilesPage }));
const TrashPage = lazy(async () => ({ default: (await load.trash()).TrashPage }));
const FavoritesPage = lazy(async () => ({ default: (await load.favorites()).FavoritesPage }));
const RecentsPage = lazy(async () => ({ default: (await load.recents()).RecentsPage }));
const PreviewPage = lazy(async () => ({ default: (await load.preview()).PreviewPage }));
const SearchPage = lazy(async () => ({ default: (await load.search()).SearchPage }));
const ActivityPage = lazy(async () => ({ default: (await load.activity()).ActivityPage }));
const FieldsPage = lazy(async () => ({ default: (await load.tags()).FieldsPage }));
const OfflinePage = lazy(async () => ({ default: (await load.offline()).OfflinePage }));
const SetupPage = lazy(async () => ({ default: (await load.setup()).SetupPage }));
const TrustPage = lazy(async () => ({ default: (await load.trust()).TrustPage }));
const AccountPage = lazy(async () => ({ default: (await load.account()).AccountPage }));
const SpacesPage = lazy(async () => ({ default: (await load.spaces()).SpacesPage }));
const CreatePage = lazy(async () => ({ default: (await load.create()).CreatePage }));
const MembersPage = lazy(async () => ({ default: (await load.members()).MembersPage }));
const RolesPage = lazy(async () => ({ default: (await load.roles()).RolesPage }));
const ExposurePage = lazy(async () => ({ default: (await load.exposure()).ExposurePage }));
const GuestSpacesPage = lazy(async () => ({ default: (await load.guestSpaces()).GuestSpacesPage }));
const PublicSpacesPage = lazy(async () => ({ default: (await load.publicSpaces()).PublicSpacesPage }));
const SettingsPage = lazy(async () => ({ default: (await load.settings()).SpaceSettingsPage }));

const LinksPage = lazy(async () => ({ default: (await load.links()).LinksPage }));
const BoxesPage = lazy(async () => ({ default: (await load.boxes()).BoxesPage }));
const DownloadPage = lazy(async () => ({ default: (await load.download()).DownloadPage }));
const CodePage = lazy(async () => ({ default: (await load.code()).CodePage }));
const VisitPage = lazy(async () => ({ default: (await load.visit()).VisitPage }));

const AdminAuditPage = lazy(async () => ({ default: (await load.audit()).AdminAuditPage }));

const NotFound = lazy(async () => ({ default: (await load.notFound()).NotFoundPage }));

function Files({ params }: { params: RouteParams }) {
  return <FilesPage spaceId={params.workspace_id ?? ''} directoryId={params.directory_id} my={false} />;
}

function MyFiles({ params }: { params: RouteParams }) {
  return <FilesPage spaceId={params.workspace_id ?? ''} directoryId={params.directory_id} my />;
}

function Trash({ params }: { params: RouteParams }) {
  return <TrashPage spaceId={params.workspace_id ?? ''} directoryId={params.directory_id} my={false} />;
}

function MyTrash({ params }: { params: RouteParams }) {
  return <TrashPage spaceId={params.workspace_id ?? ''} my />;
}

function Favorites({ params }: { params: RouteParams }) {
  return <FavoritesPage spaceId={params.workspace_id ?? ''} />;
}

function Recents({ params }: { params: RouteParams }) {
  return <RecentsPage spaceId={params.workspace_id ?? ''} />;
}

function Preview({ params }: { params: RouteParams }) {
  const { workspace_id = '', directory_id = '', file_id = '' } = params;
  return <PreviewPage spaceId={workspace_id} directoryId={directory_id} fileId={file_id} />;
}

function Found({ params }: { params: RouteParams }) {
  return <SearchPage spaceId={params.workspace_id ?? ''} />;
}

function Activity({ params }: { params: RouteParams }) {
  const { workspace_id: spaceId = '', directory_id: directoryId, file_id: fileId } = params;
  return <ActivityPage subject={{ spaceId, scope: 'shared', directoryId, fileId }} />;
}

function MyActivity({ params }: { params: RouteParams }) {
  return <ActivityPage subject={{ spaceId: params.workspace_id ?? '', scope: 'my' }} />;
}

function Tags({ params }: { params: RouteParams }) {
  return <FieldsPage spaceId={params.workspace_id ?? ''} />;
}

function Members({ params }: { params: RouteParams }) {
  return <MembersPage spaceId={params.workspace_id ?? ''} />;
}

function Roles({ params }: { params: RouteParams }) {
  return <RolesPage spaceId={params.workspace_id ?? ''} />;
}

function Exposed({ params }: { params: RouteParams }) {
  return <ExposurePage spaceId={params.workspace_id ?? ''} />;
}

function Offline({ params }: { params: RouteParams }) {
  return <OfflinePage spaceId={params.workspace_id ?? ''} />;
}

function Links({ params }: { params: RouteParams }) {
  return <LinksPage spaceId={params.workspace_id ?? ''} />;
}

function Boxes({ params }: { params: RouteParams }) {
  return <BoxesPage spaceId={params.workspace_id ?? ''} />;
}

function Download({ params: { download_id: id = '' } }: { params: RouteParams }) {
  return <DownloadPage key={id} id={id} />;
}

function Visit({ params: { upload_id: code = '' } }: { params: RouteParams }) {
  return <VisitPage key={code} code={code} />;
}

/** The timelines: of a workspace, of one's own drive, of a directory, of a file. */
const activityRoutes: Entry[] = [
  ['/activity', Activity] as const,
  ['/activity/my', MyActivity] as const,
  ['/directory/:directory_id/activity', Activity] as const,
  ['/directory/:directory_id/file/:file_id/activity', Activity] as const,
].map(([path, page]) => ({
  path: `/workspace/:workspace_id${path}`,
  title: 'frame.activity',
  page,
  load: load.activity,
  need: { action: 'read', subject: 'activity' },
  framed: true,
}));

/** Every screen there is: its address, its page, and what one needs to enter. */
export const routes: Entry[] = [
  { path: '/setup', title: 'setup.title', page: SetupPage, load: load.setup, need: 'public' },
  { path: '/trust', title: 'setup.trustTitle', page: TrustPage, load: load.trust, need: 'public' },
  ...doorRoutes,
  { path: '/account/settings', title: 'accounts.settingsTitle', page: AccountPage, load: load.account, need: 'login' },
  { path: '/workspace', title: 'workspaces.title', page: SpacesPage, load: load.spaces, need: 'login' },
  { path: '/workspace/create', title: 'workspaces.createTitle', page: CreatePage, load: load.create, need: 'login' },
  {
    path: '/workspace/find',
    title: 'workspaces.findTitle',
    page: PublicSpacesPage,
    load: load.publicSpaces,
    need: 'login',
  },
  {
    path: '/Access/Workspaces',
    title: 'frame.guestSpaces',
    page: GuestSpacesPage,
    load: load.guestSpaces,
    need: 'login',
  },
  {
    path: '/workspace/:workspace_id',
    title: 'frame.sharedFiles',
    page: Files,
    load: load.files,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/my',
    title: 'frame.myDrive',
    page: MyFiles,
    load: load.files,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/settings',
    title: 'workspaces.settings',
    page: SettingsPage,
    load: load.settings,
    need: { action: 'update', subject: 'workspace' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/directory/:directory_id',
    page: Files,
    load: load.files,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/directory/:directory_id/my',
    page: MyFiles,
    load: load.files,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/directory/:directory_id/file/:file_id/preview',
    page: Preview,
    load: load.preview,
    need: 'workspace',
  },
  {
    path: '/workspace/:workspace_id/search',
    title: 'frame.search',
    page: Found,
    load: load.search,
    need: 'workspace',
    framed: true,
  },
  ...activityRoutes,
  {
    path: '/workspace/:workspace_id/custom-fields',
    title: 'frame.tags',
    page: Tags,
    load: load.tags,
    need: { action: 'read', subject: 'space_custom_field' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/teammates',
    title: 'frame.teammates',
    page: Members,
    load: load.members,
    need: { action: 'read', subject: 'member' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/custom-roles',
    title: 'frame.roles',
    page: Roles,
    load: load.roles,
    need: { action: 'read', subject: 'role' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/exposure',
    title: 'frame.exposure',
    page: Exposed,
    load: load.exposure,
    need: { action: 'read', subject: 'role' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/offline',
    title: 'frame.offlineFiles',
    page: Offline,
    load: load.offline,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/trash',
    title: 'frame.trash',
    page: Trash,
    load: load.trash,
    need: { action: 'read', subject: 'trash' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/trash/my',
    title: 'frame.trash',
    page: MyTrash,
    load: load.trash,
    need: { action: 'read', subject: 'trash' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/directory/:directory_id/trash',
    title: 'frame.trash',
    page: Trash,
    load: load.trash,
    need: { action: 'read', subject: 'trash' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/favorite',
    title: 'frame.favorites',
    page: Favorites,
    load: load.favorites,
    need: { action: 'read', subject: 'favorite' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/recent-used-file',
    title: 'frame.recents',
    page: Recents,
    load: load.recents,
    need: { action: 'read', subject: 'recent_used' },
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/download-link',
    title: 'frame.links',
    page: Links,
    load: load.links,
    need: 'workspace',
    framed: true,
  },
  {
    path: '/workspace/:workspace_id/uploadbox-link',
    title: 'frame.boxes',
    page: Boxes,
    load: load.boxes,
    need: 'workspace',
    framed: true,
  },
  // Their titles tell nothing of what is behind.
  {
    path: '/download/:download_id',
    title: 'download.pageTitle',
    page: Download,
    load: load.download,
    need: 'public',
    outside: true,
  },
  { path: '/u', title: 'visit.pageTitle', page: CodePage, load: load.code, need: 'public', outside: true },
  { path: '/u/:upload_id', title: 'visit.pageTitle', page: Visit, load: load.visit, need: 'public', outside: true },
  { path: '/admin/audit', title: 'frame.audit', page: AdminAuditPage, load: load.audit, need: 'login' },
  { path: '/404', title: 'frame.notFoundTitle', page: NotFound, load: load.notFound, need: 'public' },
];

/** Any other address. */
export const notFound: Entry = {
  path: '*',
  title: 'frame.notFoundTitle',
  page: NotFound,
  load: load.notFound,
  need: 'public',
};
