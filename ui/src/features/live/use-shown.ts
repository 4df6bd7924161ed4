import { useLocation } from 'wouter';
import { useSpace } from '~/api/spaces';

/** The directory whose list is on the screen, by the address: a root, a directory, or the trash. */
export function useShown(spaceId: string): string | undefined {
  const [path] = useLocation();
  const space = useSpace(spaceId);
  const rest = path.slice(`/workspace/${spaceId}`.length);
  const roots: Record<string, string | undefined> = {
    '': space?.root_directory_id,
    '/my': space?.my_root_directory_id,
    '/trash': space?.trash_root_directory_id,
    '/trash/my': space?.my_trash_directory_id,
  };
  if (rest in roots) return roots[rest];
  return /^\/directory\/([^/]+)(\/my|\/trash)?$/.exec(rest)?.[1];
}
