import { useSpace } from '~/api/spaces';
import { t } from '~/i18n';
import type { Hit } from './hits';

/** The places of search results, in words. */
export function usePlaceOf(spaceId: string) {
  const space = useSpace(spaceId);
  const isMine = ({ path }: Hit) =>
    path.some(({ directory_id: id }) => id === space?.my_root_directory_id || id === space?.my_trash_directory_id);
  const wayTo = (hit: Hit): string[] => {
    const root = isMine(hit) ? t('frame.myDrive') : t('frame.sharedFiles');
    const steps = hit.path.map(({ name }, index) => (index === 0 && !name ? root : name));
    // The path of a directory ends with the directory itself.
    return hit.path.at(-1)?.directory_id === hit.entry.id ? steps.slice(0, -1) : steps;
  };
  return { isMine, wayTo, rootId: space?.root_directory_id };
}
