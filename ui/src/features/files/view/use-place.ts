import { useMemo } from 'react';
import { useSpace } from '~/api/spaces';
import type { PathStep } from '~/api/types';
import type { Place } from '~/api/place';

/** The shown place. The address of a directory in the trash does not name the drive: its path does. */
export function usePlace(place: Place, path: readonly PathStep[]): Place {
  const space = useSpace(place.spaceId);
  const root = path[0]?.directory_id;
  const my = place.my || (place.trash === true && root !== undefined && root === space?.my_trash_directory_id);
  return useMemo(() => ({ ...place, my }), [place, my]);
}
