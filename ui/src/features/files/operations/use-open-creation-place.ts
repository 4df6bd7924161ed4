import { useLocation } from 'wouter';
import { can, usePermissions } from '~/api/permissions';
import { useSpace } from '~/api/spaces';
import { setShownTarget } from '~/features/uploads/start';

/** For pages without a list: opens the shared files, or else My Drive, for the new item. Null without either. */
export function useOpenCreationPlace(spaceId: string) {
  const space = useSpace(spaceId);
  const { data } = usePermissions(spaceId);
  const [, navigate] = useLocation();
  const shared = can(data, 'create', 'directory') && can(data, 'create', 'file');
  const directoryId = shared ? space?.root_directory_id : space?.my_root_directory_id;
  if (!directoryId) return null;
  return () => {
    setShownTarget({ spaceId, directoryId });
    navigate(`/workspace/${spaceId}${shared ? '' : '/my'}`);
  };
}
