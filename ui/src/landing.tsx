import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { api } from './api/client';
import { areFirstStepsSeen } from './api/first-steps-seen';
import { keyOf } from './api/keys';
import { useMe } from './api/me';
import { useSpaces } from './api/spaces';
import { startAddress } from './api/visits';
import { FailureState } from './page/failure-state';
import { LoadingBar } from './page/loading-bar';

/**
 * Leads from the root of the site to the workspace, or the folder, where the user starts; a new administrator once to the first steps,
 * as long as some are left.
 */
export function LandingRedirect() {
  const { data, error, refetch } = useSpaces();
  const steps = useStepsLeft();
  if (!data) return error ? <FailureState page error={error} retry={refetch} /> : <LoadingBar />;
  if (steps === 'unknown') return <LoadingBar />;
  const to = steps > 0 ? '/admin/first-steps' : startAddress(data.map(({ space_id: id }) => id));
  return <Redirect to={to} replace />;
}

/** How many first steps are left for an administrator who has not seen the tour yet. Neither a failure nor a network that is away stops anyone here. */
function useStepsLeft(): number | 'unknown' {
  const me = useMe();
  const asks = me.data?.staff === 'administrator' && !me.data.is_onboarded && !areFirstStepsSeen();
  const { data, isError } = useQuery({
    queryKey: keyOf('console-first-steps', false),
    queryFn: () => api.get('admin/first-steps'),
    enabled: asks,
    retry: false,
  });
  if (me.isError || isError || me.fetchStatus === 'paused') return 0;
  if (!me.data) return 'unknown';
  if (!asks) return 0;
  return data ? data.left : 'unknown';
}
