import { api } from '~/api/client';
import type { Body } from '~/api/calls';
import { keyOf } from '~/api/keys';
import type { Box, BoxList } from '~/api/types';
import { usePaged } from '~/features/gate/use-paged';

export type BoxBody = Body<'POST upload/space/{space_id}/directory/{directory_id}/box-link'>;

const pageOf = async (answer: Promise<BoxList>) => {
  const { boxes: items, page_info } = await answer;
  return { items, page_info };
};

/** The boxes of a workspace that the user may manage. */
export const useSpaceBoxes = (spaceId: string, status: Box['status'] | null) =>
  usePaged(keyOf('boxes', spaceId, 'all', status), (page, limit) =>
    pageOf(
      api.get('upload/space/{space_id}/box-links', {
        path: { space_id: spaceId },
        query: { page, limit, status: status ?? undefined },
      }),
    ),
  );

export const useDirectoryBoxes = (spaceId: string, directoryId: string) =>
  usePaged(keyOf('boxes', spaceId, directoryId), (page, limit) =>
    pageOf(
      api.get('upload/space/{space_id}/directory/{directory_id}/box-links', {
        path: { space_id: spaceId, directory_id: directoryId },
        query: { page, limit },
      }),
    ),
  );

export const useBoxFiles = ({ space_id: spaceId, upload_id: id }: Box) =>
  usePaged(keyOf('boxes', spaceId, id, 'files'), async (page, limit) => {
    const { files: items, page_info } = await api.get('upload/space/{space_id}/box-links/{upload_id}/files', {
      path: { space_id: spaceId, upload_id: id },
      query: { page, limit },
    });
    return { items, page_info };
  });

const link = 'upload/space/{space_id}/directory/{directory_id}/box-link';
const pathOf = ({ space_id, directory_id }: Box) => ({ space_id, directory_id });

export const createBox = (spaceId: string, directoryId: string, body: BoxBody) =>
  api.post(link, { path: { space_id: spaceId, directory_id: directoryId }, body });

export const changeBox = (box: Box, body: BoxBody) =>
  api.put(link, { path: pathOf(box), body: { ...body, upload_id: box.upload_id } });

export const deleteBox = (box: Box) => api.delete(link, { path: pathOf(box), body: { upload_id: box.upload_id } });
