import { Link } from 'wouter';
import { can, usePermissions } from '~/api/permissions';
import { useSpace } from '~/api/spaces';
import { Skeleton } from '~/kit/skeleton';
import { StorageLine } from '~/page/storage-line';

/** The used storage of the workspace, at the foot of the sidebar. It leads those who may read the plan to what is used. */
export function StorageMeter({ spaceId }: { spaceId: string }) {
  const space = useSpace(spaceId);
  const { data: permissions } = usePermissions(spaceId);
  if (space && can(permissions, 'read', 'plan')) {
    return (
      <Link
        href={`/workspace/${spaceId}/status`}
        className="grid min-h-12 content-center rounded-control px-3 transition hover:bg-hover"
      >
        <StorageLine space={space} />
      </Link>
    );
  }
  return (
    <div className="grid h-12 content-center px-3">
      {space ? <StorageLine space={space} /> : <Skeleton className="h-4 w-full" />}
    </div>
  );
}
