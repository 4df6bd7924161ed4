import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { Person } from '~/api/types';

export type FieldType = 'text' | 'link';

/** A custom field of a workspace; people call it a tag. */
export interface CustomField {
  space_custom_field_id: string;
  space_id: string;
  title: string;
  type: FieldType;
  description: string;
  created_at: string;
  created_by: Person;
  last_modified_at: string;
  /** Directories and files that have a value. */
  uses: number;
}

/** The value of an entry in a field. */
export interface FieldValue {
  space_custom_field_id: string;
  content: string;
}

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
      (await api.get<{ custom_fields: CustomField[] }>(`custom-field/space/${spaceId}`)).custom_fields,
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
  api.post<CustomField>('custom-field/space', { space_id: spaceId, ...draft });

export const changeField = ({ space_id, space_custom_field_id: id }: CustomField, { title, description }: FieldDraft) =>
  api.put<CustomField>(`custom-field/space/${id}`, { space_id, title, description });

export const deleteField = ({ space_id, space_custom_field_id: id }: CustomField) =>
  api.delete(`custom-field/space/${id}?space_id=${space_id}`);

const bodyOf = ({ spaceId, type, id }: Carrier, field: string) => ({
  space_id: spaceId,
  space_custom_field_id: field,
  type,
  id,
});

export const addValue = (carrier: Carrier, field: string, content: string) =>
  api.post<FieldValue>('custom-field/entity', { ...bodyOf(carrier, field), content });

export const changeValue = (carrier: Carrier, field: string, content: string) =>
  api.put<FieldValue>('custom-field/entity', { ...bodyOf(carrier, field), content });

export const removeValue = (carrier: Carrier, field: string) =>
  api.delete('custom-field/entity', bodyOf(carrier, field));

/** Lists and details show tags too. */
export async function refreshCarrier({ spaceId }: Carrier): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['values', spaceId] }),
    queryClient.invalidateQueries({ queryKey: ['listing', spaceId] }),
    queryClient.invalidateQueries({ queryKey: ['properties', spaceId] }),
    refreshFields(spaceId),
  ]);
}
