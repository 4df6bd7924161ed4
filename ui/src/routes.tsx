import { lazy, type ComponentType } from 'react';
import type { Need } from './guard';

/** What a page may take out of its address. */
export type RouteParams = { workspace_id?: string; directory_id?: string; file_id?: string };

export interface Entry {
  path: string;
  page: ComponentType<{ params: RouteParams }>;
  need: Need;
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
  { path: '/setup', page: SetupPage, need: 'public' },
  { path: '/trust', page: TrustPage, need: 'public' },
  { path: '/login', page: LoginPage, need: 'visitor' },
  { path: '/signup', page: SignupPage, need: 'visitor' },
  { path: '/account/settings', page: AccountPage, need: 'login' },
  { path: '/workspace', page: SpacesPage, need: 'login' },
  { path: '/workspace/create', page: CreatePage, need: 'login' },
  { path: '/workspace/:workspace_id', page: Files, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/my', page: MyFiles, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/settings', page: SettingsPage, need: ['update', 'workspace'], framed: true },
  { path: '/workspace/:workspace_id/directory/:directory_id', page: Files, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/directory/:directory_id/my', page: MyFiles, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/directory/:directory_id/file/:file_id/preview', page: Preview, need: 'workspace' },
  { path: '/404', page: NotFound, need: 'public' },
];
