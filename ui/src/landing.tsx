import { Redirect } from 'wouter';
import { useSpaces } from './api/spaces';
import { startAddress } from './api/visits';
import { Failed } from './page/failed';
import { LoadingBar } from './page/loading-bar';

/** Leads from the root of the site to the workspace, or the folder, where the user starts. */
export function Landing() {
  const { data, error, refetch } = useSpaces();
  if (data) return <Redirect to={startAddress(data.map(({ space_id: id }) => id))} replace />;
  return error ? <Failed page error={error} retry={refetch} /> : <LoadingBar />;
}
