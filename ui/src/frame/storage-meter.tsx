import { useSpace } from '~/api/spaces';
import { Skeleton } from '~/kit/skeleton';
import { StorageLine } from '~/page/storage-line';

/** The used storage of the workspace, at the foot of the sidebar. */
export function StorageMeter({ spaceId }: { spaceId: string }) {
  const space = useSpace(spaceId);
  return (
    <div className="grid h-12 content-center px-3">
      {space ? <StorageLine space={space} /> : <Skeleton className="h-4 w-full" />}
    </div>
  );
}
