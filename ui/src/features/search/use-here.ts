import { useLocation } from 'wouter';

/** The directory that is shown, when it is one and not a root; else nothing. */
export function useHere(spaceId: string): string {
  const [path] = useLocation();
  const rest = path.slice(`/workspace/${spaceId}`.length);
  return /^\/directory\/([^/]+)(\/my)?$/.exec(rest)?.[1] ?? '';
}
