import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { Fault } from '~/api/fault';
import { can, usePermissions } from '~/api/permissions';
import { isLoggedIn, useUserId } from '~/api/session';
import { loginPath, safeTarget } from '~/api/target';
import type { Permission } from '~/api/types';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';

/** A permission that a page requires. */
interface Right {
  readonly action: string;
  readonly subject: string;
}

/** Needed for a page: nothing, no session, a session, membership of the workspace, or a permission. */
export type Need = 'public' | 'visitor' | 'login' | 'workspace' | Right;

/** The redirect that a page's need asks for before anything is fetched, or null. */
export function redirectOf(need: Need, loggedIn: boolean, path: string, search: string): string | null {
  if (need === 'public') return null;
  if (need === 'visitor') return loggedIn ? safeTarget(search) : null;
  return loggedIn ? null : loginPath(search ? `${path}?${search}` : path);
}

/** Whether the rights that were fetched are those the page needs. */
export function mayEnter(need: Need, permissions: readonly Permission[]): boolean {
  return typeof need === 'string' || can(permissions, need.action, need.subject);
}

/** Lets through, or sends to the login page. */
export function Guard({ need, children }: { need: Need; children: ReactNode }) {
  useUserId();
  const [path] = useLocation();
  const search = useSearch();
  const target = redirectOf(need, isLoggedIn(), path, search);
  return target ? <Redirect to={target} replace /> : children;
}

/** Fetches what the user may do in the workspace before its page is shown; without the right it leads to /404. */
export function Rights({ need, spaceId, children }: { need: Need; spaceId: string; children: ReactNode }) {
  const { data, error, refetch } = usePermissions(spaceId);
  if (data) return mayEnter(need, data) ? children : <Redirect to="/404" replace />;
  if (!error) return <LoadingBar />;
  if (error instanceof Fault && (error.status === 403 || error.status === 404)) return <Redirect to="/404" replace />;
  return (
    <div className="grid h-full place-items-center">
      <FailureState error={error} retry={refetch} />
    </div>
  );
}
