import { Redirect } from 'wouter';
import { useSpaces } from './api/spaces';
import { startAddress } from './api/visits';
import { FailureState } from './page/failure-state';
import { LoadingBar } from './page/loading-bar';

/** Leads from the root of the site to the workspace, or the folder, where the user starts. */
export function LandingRedirect() {
  const { data, error, refetch } = useSpaces();
  if (data) return <Redirect to={startAddress(data.map(({ space_id: id }) => id))} replace />;
  return error ? <FailureState page error={error} retry={refetch} /> : <LoadingBar />;
}
