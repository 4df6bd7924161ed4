import { useEffect } from 'react';
import { useSpace } from '~/api/spaces';
import { applyBrand } from '~/kit/brand';

/** Sets the colours of the workspace, for as long as the user is in it. */
export function useBrand(spaceId: string) {
  const space = useSpace(spaceId);
  const primary = space?.primary_color ?? null;
  const secondary = space?.secondary_color ?? null;
  useEffect(() => {
    applyBrand(primary, secondary);
    return () => applyBrand(null, null);
  }, [primary, secondary]);
}
