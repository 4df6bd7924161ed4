import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { Box, BoxFile, PageInfo } from '~/api/types';
import { usePaged } from '~/features/links/paged';

export type BoxBody = Record<string, unknown> & { title: string };

const boxesKey = (spaceId: string) => ['boxes', spaceId] as const;

/** Lists of files mark folders that have one. */
export const refreshBoxes = (spaceId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: boxesKey(spaceId) }),
    queryClient.invalidateQueries({ queryKey: ['listing', spaceId] }),
  ]);

const pageOf = async (path: string, query: Record<string, string | number>) => {
  const { boxes: items, page_info } = await api.get<{ boxes: Box[]; page_info: PageInfo }>(path, { query });
  return { items, page_info };
};

export const useSpaceBoxes = (spaceId: string) =>
  usePaged([...boxesKey(spaceId), 'all'], (page, limit) =>
    pageOf(`upload/space/${spaceId}/box-links`, { page, limit }),
  );

export const useDirectoryBoxes = (spaceId: string, directoryId: string) =>
  usePaged([...boxesKey(spaceId), directoryId], (page, limit) =>
    pageOf(`upload/space/${spaceId}/directory/${directoryId}/box-links`, { page, limit }),
  );

export const useBoxFiles = ({ space_id: spaceId, upload_id: id }: Box) =>
  usePaged([...boxesKey(spaceId), id, 'files'], async (page, limit) => {
    const { files: items, page_info } = await api.get<{ files: BoxFile[]; page_info: PageInfo }>(
      `upload/space/${spaceId}/box-links/${id}/files`,
      { query: { page, limit } },
    );
    return { items, page_info };
  });

const pathOf = (spaceId: string, directoryId: string) => `upload/space/${spaceId}/directory/${directoryId}/box-link`;

export const createBox = (spaceId: string, directoryId: string, body: BoxBody) =>
  api.post<Box>(pathOf(spaceId, directoryId), body);

export const changeBox = (box: Box, body: BoxBody) =>
  api.put<Box>(pathOf(box.space_id, box.directory_id), { ...body, upload_id: box.upload_id });

export const deleteBox = (box: Box) => api.delete(pathOf(box.space_id, box.directory_id), { upload_id: box.upload_id });
