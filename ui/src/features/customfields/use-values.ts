import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import type { Carrier, FieldValue } from './api';

/** The tags of one entry. */
export const useValues = ({ spaceId, type, id }: Carrier, directoryId: string) =>
  useQuery({
    queryKey: ['values', spaceId, id],
    queryFn: async () => {
      const directory = `storage/space/${spaceId}/directory`;
      const path = type === 'file' ? `${directory}/${directoryId}/file/${id}` : `${directory}/${id}`;
      return (await api.get<{ custom_fields?: FieldValue[] | null }>(`${path}/properties`)).custom_fields ?? [];
    },
  });
