import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { CustomField } from '~/api/types';

export type FieldType = CustomField['type'];

/** What carries tags. */
export interface Carrier {
  readonly spaceId: string;
  readonly type: 'file' | 'directory';
  readonly id: string;
}

const fieldsKey = (spaceId: string) => ['customfields', spaceId] as const;

export const useFields = (spaceId: string, enabled = true) =>
  useQuery({
    queryKey: fieldsKey(spaceId),
    queryFn: async () =>
      (await api.get('custom-field/space/{space_id}', { path: { space_id: spaceId } })).custom_fields,
    staleTime: 60_000,
    enabled,
  });

export const refreshFields = (spaceId: string) => queryClient.invalidateQueries({ queryKey: fieldsKey(spaceId) });

export interface FieldDraft {
  title: string;
  type: FieldType;
  description: string;
}

export const createField = (spaceId: string, draft: FieldDraft) =>
  api.post('custom-field/space', { body: { space_id: spaceId, ...draft } });

export const changeField = ({ space_id, space_custom_field_id }: CustomField, { title, description }: FieldDraft) =>
  api.put('custom-field/space/{space_custom_field_id}', {
    path: { space_custom_field_id },
    body: { space_id, title, description },
  });

export const deleteField = ({ space_id, space_custom_field_id }: CustomField) =>
  api.delete('custom-field/space/{space_custom_field_id}', { path: { space_custom_field_id }, query: { space_id } });

const bodyOf = ({ spaceId, type, id }: Carrier, field: string) => ({
  space_id: spaceId,
  space_custom_field_id: field,
  type,
  id,
});

export const addValue = (carrier: Carrier, field: string, content: string) =>
  api.post('custom-field/entity', { body: { ...bodyOf(carrier, field), content } });

export const changeValue = (carrier: Carrier, field: string, content: string) =>
  api.put('custom-field/entity', { body: { ...bodyOf(carrier, field), content } });

export const removeValue = (carrier: Carrier, field: string) =>
  api.delete('custom-field/entity', { body: bodyOf(carrier, field) });

/** Lists and details show tags too. */
export async function refreshCarrier({ spaceId }: Carrier): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['values', spaceId] }),
    queryClient.invalidateQueries({ queryKey: ['listing', spaceId] }),
    queryClient.invalidateQueries({ queryKey: ['properties', spaceId] }),
    refreshFields(spaceId),
  ]);
}
