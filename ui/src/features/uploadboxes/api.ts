import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { PageInfo, Person } from '~/api/types';
import type { Duration } from '~/features/links/duration';
import { usePaged } from '~/features/links/paged';
import type { LinkStatus } from '~/features/links/status-badge';
import type { TargetView } from '~/features/links/types';

/** A folder that people from outside may put files into. */
export interface Box {
  upload_id: string;
  url: string;
  title: string;
  description: string;
  target: TargetView;
  space_id: string;
  directory_id: string;
  expire_at: string;
  retention: Duration | null;
  max_file_size: number | null;
  /** Endings without a dot, or groups of them. */
  allowed_file_types: string[];
  has_password: boolean;
  emails: string[];
  per_visitor: boolean;
  status: Exclude<LinkStatus, 'spent'>;
  files_count: number;
  files_size: number;
  last_file_at: string | null;
  created_by: Person;
  created_at: string;
  last_modified_at: string;
}

/** What came in by a box. */
export interface BoxFile {
  /** Null when it is not there any more. */
  target: TargetView | null;
  name: string;
  size: number;
  hash: string;
  visitor: { name: string; email: string; address: string };
  at: string;
  remove_at: string | null;
}

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
