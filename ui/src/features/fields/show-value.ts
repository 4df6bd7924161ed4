import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import type { CustomFieldValue } from '~/api/types';
import type { Carrier } from './api';

/**
 * Shows a tag of an entry with other contents, or without it, before the server has answered. Returns what takes that back, unless the
 * tags were read or changed since.
 */
export function showValue({ spaceId, id }: Carrier, field: string, content: string | null): () => void {
  const queryKey = keyOf('values', spaceId, id);
  void queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<CustomFieldValue[]>(queryKey);
  if (!before) return () => {};
  const value = content === null ? [] : [{ space_custom_field_id: field, content }];
  const at = before.findIndex((one) => one.space_custom_field_id === field);
  queryClient.setQueryData(queryKey, at < 0 ? [...before, ...value] : before.toSpliced(at, 1, ...value));
  const shown = queryClient.getQueryData(queryKey);
  return () => {
    if (queryClient.getQueryData(queryKey) === shown) queryClient.setQueryData(queryKey, before);
  };
}
