import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { keyOf } from './keys';
import { queryClient } from './query';
import type { EditorEngine } from './types.gen';

const enginesQuery = {
  queryKey: keyOf('engines'),
  queryFn: async () => (await api.get('editor/engines', {})).engines,
  staleTime: 10 * 60_000,
  refetchOnWindowFocus: false,
};

/** Fetches the editors that are there, for pages that offer them. */
export const useEngines = () => useQuery(enginesQuery);

/** Until the server has told: the editor in the browser is always there. */
const embedded: EditorEngine = {
  engine: 'embedded',
  extensions: ['docx', 'xlsx'],
  default_for: ['docx', 'xlsx'],
};

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The editors for files of this name. */
export function enginesFor(name: string): readonly EditorEngine[] {
  const all = queryClient.getQueryData<EditorEngine[]>(enginesQuery.queryKey) ?? [embedded];
  return all.filter(({ extensions }) => extensions.includes(extensionOf(name)));
}

export const isDefaultFor = ({ default_for: own }: EditorEngine, name: string): boolean =>
  own.includes(extensionOf(name));

/** Whether files of this name are edited when they are opened. */
export const isEditable = (name: string): boolean => enginesFor(name).some((engine) => isDefaultFor(engine, name));
