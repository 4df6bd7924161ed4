import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { Carrier } from './api';

/** The tags of one entry. */
export const useValues = ({ spaceId, type, id }: Carrier, directoryId: string) =>
  useQuery({
    queryKey: keyOf('values', spaceId, id),
    queryFn: async () => {
      const space = { space_id: spaceId };
      const found = await (type === 'file'
        ? api.get('storage/space/{space_id}/directory/{directory_id}/file/{file_id}/properties', {
            path: { ...space, directory_id: directoryId, file_id: id },
          })
        : api.get('storage/space/{space_id}/directory/{directory_id}/properties', {
            path: { ...space, directory_id: id },
          }));
      return found.custom_fields;
    },
  });
