import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';

/** A part of the console, as the rights of staff name it. */
export type Area =
  | 'overview'
  | 'people'
  | 'workspaces'
  | 'tickets'
  | 'money'
  | 'outbox'
  | 'system'
  | 'settings'
  | 'audit';

export const useRights = (enabled = true) =>
  useQuery({ queryKey: keyOf('console-rights'), queryFn: () => api.get('admin/rights'), enabled });

/** Whether the user may read an area; false until that is known. */
export const useMayRead = (area: Area): boolean => !!useRights().data?.reads.includes(area);

/** Whether the user may change something in an area; false until that is known. */
export const useMayChange = (area: Area): boolean => !!useRights().data?.changes.includes(area);
