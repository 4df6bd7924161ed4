import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { CustomField } from '~/api/types';

type FieldType = CustomField['type'];

/** A file or directory, which can have tags. */
export interface Carrier {
  readonly spaceId: string;
  readonly type: 'file' | 'directory';
  readonly id: string;
}

export const useFields = (spaceId: string, enabled = true) =>
  useQuery({
    queryKey: keyOf('customfields', spaceId),
    queryFn: async () =>
      (await api.get('custom-field/space/{space_id}', { path: { space_id: spaceId } })).custom_fields,
    staleTime: 60_000,
    enabled,
  });

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
