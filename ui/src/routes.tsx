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
  { path: '/workspace/:workspace_id', page: Files, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/my', page: MyFiles, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/directory/:directory_id', page: Files, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/directory/:directory_id/my', page: MyFiles, need: 'workspace', framed: true },
  { path: '/workspace/:workspace_id/directory/:directory_id/file/:file_id/preview', page: Preview, need: 'workspace' },
  { path: '/404', page: NotFound, need: 'public' },
];
