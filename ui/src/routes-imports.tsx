import type { Route } from './route';
import { screen } from './screen';

const list = screen(() => import('./features/imports/imports-page'), 'ImportsPage', 'imports', 'files', 'people');
const one = screen(() => import('./features/imports/import-page'), 'ImportPage', 'imports', 'people');

/** Where files come from, and each import. */
export const importRoutes: Route[] = [
  { path: '/workspace/:workspace_id/imports', title: 'frame.imports', ...list, need: 'workspace', framed: true },
  {
    path: '/workspace/:workspace_id/imports/:import_id',
    title: 'frame.imports',
    ...one,
    need: 'workspace',
    framed: true,
  },
];
