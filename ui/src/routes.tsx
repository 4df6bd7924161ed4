import { lazy, type ComponentType } from 'react';
import type { Need } from './guard';
import type { PlainKey } from './i18n';

/** What a page may take out of its address. */
export type RouteParams = { workspace_id?: string; directory_id?: string; file_id?: string };

export interface Entry {
  path: string;
  page: ComponentType<{ params: RouteParams }>;
  need: Need;
  /** The words in the title of the window. */
  title?: PlainKey;
  /** Inside the frame with sidebar and top bar. */
  framed?: boolean;
}

const FilesPage = lazy(async () => ({ default: (await import('./features/files/page')).FilesPage }));
const PreviewPage = lazy(async () => ({ default: (await import('./features/preview/page')).PreviewPage }));
const SetupPage = lazy(async () => ({ default: (await import('./features/setup/page')).SetupPage }));
const TrustPage = lazy(async () => ({ default: (await import('./features/setup/trust-page')).TrustPage }));
const LoginPage = lazy(async () => ({ default: (await import('./features/accounts/login-page')).LoginPage }));
const SignupPage = lazy(async () => ({ default: (await import('./features/accounts/signup-page')).SignupPage }));
const AccountPage = lazy(async () => ({ default: (await import('./features/accounts/account-page')).AccountPage }));
const SpacesPage = lazy(async () => ({ default: (await import('./features/workspaces/list-page')).SpacesPage }));
const CreatePage = lazy(async () => ({ default: (await import('./features/workspaces/create-page')).CreatePage }));
const SettingsPage = lazy(async () => ({
  default: (await import('./features/workspaces/settings-page')).SpaceSettingsPage,
}));

function Files({ params }: { params: RouteParams }) {
  return <FilesPage spaceId={params.workspace_id ?? ''} directoryId={params.directory_id} my={false} />;
}

function MyFiles({ params }: { params: RouteParams }) {
  return <FilesPage spaceId={params.workspace_id ?? ''} directoryId={params.directory_id} my />;
}

function Preview({ params }: { params: RouteParams }) {
  const { workspace_id = '', directory_id = '', file_id = '' } = params;
  return <PreviewPage spaceId={workspace_id} directoryId={directory_id} fileId={file_id} />;
}

export const NotFound = lazy(async () => ({ default: (await import('./features/frame/not-found-page')).NotFoundPage }));

/** Every screen there is: its address, its page, and what one needs to enter. */
export const routes: Entry[] = [
  { path: '/setup', title: 'setup.title', page: SetupPage, need: 'public' },
  { path: '/trust', title: 'setup.trustTitle', page: TrustPage, need: 'public' },
  { path: '/login', title: 'accounts.loginTitle', page: LoginPage, need: 'visitor' },
  { path: '/signup', title: 'accounts.signupTitle', page: SignupPage, need: 'visitor' },
  { path: '/account/settings', title: 'accounts.settingsTitle', page: AccountPage, need: 'login' },
  { path: '/workspace', title: 'workspaces.title', page: SpacesPage, need: 'login' },
  { path: '/workspace/create', title: 'workspaces.createTitle', page: CreatePage, need: 'login' },
  { path: '/workspace/:workspace_id', title: 'frame.sharedFiles', page: Files, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/my', title: 'frame.myDrive', page: MyFiles, need: 'workspace', framed: true },
  {
    path: '/workspace/:workspace_id/settings',
    title: 'workspaces.settings',
    page: SettingsPage,
    need: ['update', 'workspace'],
    framed: true,
  },
  { path: '/workspace/:workspace_id/directory/:directory_id', page: Files, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/directory/:directory_id/my', page: MyFiles, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/directory/:directory_id/file/:file_id/preview', page: Preview, need: 'workspace' },
  { path: '/404', title: 'frame.notFoundTitle', page: NotFound, need: 'public' },
];
