import { useSpace } from '~/api/spaces';
import { hrefOf as placeHref, previewHref } from '~/api/place';
import { t } from '~/i18n';
import type { Activity } from '~/api/types';

/** Names and addresses that the sentences of a workspace contain: of its roots, and of its items. */
export function useWords(spaceId: string, my: boolean) {
  const space = useSpace(spaceId);
  const isMine = ({ target, path }: Activity) =>
    my || (path === '/' && target.directory_id !== null && target.directory_id === space?.my_root_directory_id);
  return {
    rootName: (activity: Activity) => (isMine(activity) ? t('frame.myDrive') : t('frame.sharedFiles')),
    /** Null when the item no longer exists. */
    hrefOf: (activity: Activity): string | null => {
      const { target } = activity;
      if (!target.exists || !target.id) return null;
      const place = { spaceId, my: isMine(activity) };
      if (target.type === 'directory') return placeHref({ ...place, directoryId: target.id });
      if (target.type === 'file' && target.directory_id) return previewHref(place, target.directory_id, target.id);
      return target.type === 'custom_field' ? `/workspace/${spaceId}/custom-fields` : null;
    },
  };
}
