import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer, Body } from '~/api/calls';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { saveFile } from '~/api/download';
import { Fault } from '~/api/fault';
import { keyOf } from '~/api/keys';
import { userId } from '~/api/session';

export type Import = Answer<'GET imports/{import_id}'>;
export type Item = Answer<'GET imports/{import_id}/items'>['items'][number];
export type OldLink = Answer<'GET imports/{import_id}/links'>['links'][number];
/** Sources that a person can begin to import from; folders of the server come by a command of its machine. */
export type Kind = Exclude<Import['kind'], 'folder'>;
export type Outcome = Item['outcome'];
export type OnDuplicate = Import['on_duplicate'];
export type Login = Answer<'POST imports/nextcloud/login'>;
export type BeginBody = Body<'POST imports'>;
export type BucketKeys = Body<'PUT accounts/arvan'>;

/** Whether it goes on by itself or can be made to. */
export const isUnderWay = ({ state }: Pick<Import, 'state'>) =>
  state === 'running' || state === 'waiting' || state === 'paused';

/** Whether it is the user's own; others may only stop it. */
export const isMine = ({ created_by: by }: Pick<Import, 'created_by'>) => by._id === userId();

/** The stream says when one has moved on; a stream that is down must not freeze the page. */
const LOOK = 15_000;

export const useImports = (spaceId: string, enabled = true) =>
  useQuery({
    queryKey: keyOf('imports', spaceId),
    queryFn: async () => (await api.get('imports', { query: { space_id: spaceId } })).imports,
    enabled,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? LOOK : false),
  });

const one = 'imports/{import_id}';
const at = (importId: string) => ({ path: { import_id: importId } });

export const useImport = (importId: string) =>
  useQuery({
    queryKey: keyOf('import', importId, 'page'),
    queryFn: () => api.get(one, at(importId)),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? LOOK : false),
  });

/** The items that ended in one way, page by page. */
export function useItems(importId: string, outcome: Outcome, enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: keyOf('import', importId, 'items', outcome),
    queryFn: ({ pageParam }) =>
      api.get(`${one}/items`, { ...at(importId), query: { outcome, cursor: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    enabled,
  });
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) ?? [] };
}

export const useOldLinks = (importId: string) =>
  useQuery({
    queryKey: keyOf('import', importId, 'links'),
    queryFn: async () => (await api.get(`${one}/links`, at(importId))).links,
  });

/** Makes a call about imports and has everything that shows them read again, also when it was refused. */
async function change<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } finally {
    void changed.imports();
  }
}

export const beginImport = (body: BeginBody) => change(api.post('imports', { body }));
export const pauseImport = (id: string) => change(api.post(`${one}/pause`, at(id)));
export const resumeImport = (id: string) => change(api.post(`${one}/resume`, at(id)));
export const repeatImport = (id: string) => change(api.post(`${one}/repeat`, at(id)));
export const retryFailed = (id: string) => change(api.post(`${one}/retry`, at(id)));
export const limitRate = (id: string, rate: number) => change(api.put(`${one}/rate`, { ...at(id), body: { rate } }));
export const forgetImport = (id: string) => change(api.delete(one, at(id)));

export const cancelImport = (id: string, takeBack: boolean) =>
  change(api.post(`${one}/cancel`, { ...at(id), body: { take_back: takeBack } }));

/** The report as a file: a line for each file of the source. */
export const saveReport = (id: string) => saveFile('GET imports/{import_id}/report', at(id), 'import.jsonl');

/** The keys that the user has entered, without the secret one; null without any. */
export const useBucketKeys = () =>
  useQuery({ queryKey: keyOf('bucket'), queryFn: async () => (await api.get('accounts/arvan')) ?? null });

export async function saveBucketKeys(body: BucketKeys): Promise<void> {
  await api.put('accounts/arvan', { body });
  // Keys that open nothing are refused at their fields, and not a step later.
  await api.get('accounts/arvan/bucket', { query: { page: 1, limit: 1 } });
  await changed.buckets();
}

export async function forgetBucketKeys(): Promise<void> {
  await api.delete('accounts/arvan');
  await changed.buckets();
}

const BUCKETS = 50;

export function useBuckets(enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: keyOf('buckets'),
    queryFn: ({ pageParam }) => api.get('accounts/arvan/bucket', { query: { page: pageParam, limit: BUCKETS } }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _all, page) => (page * BUCKETS < total ? page + 1 : undefined),
    enabled,
    retry: false,
  });
  return { ...query, buckets: query.data?.pages.flatMap(({ buckets }) => buckets) };
}

const arvan = 'storage/workspace/{space_id}/import-arvan';

export const importBucket = (
  spaceId: string,
  body: Body<'POST storage/workspace/{space_id}/import-arvan'>,
): Promise<Answer<'POST storage/workspace/{space_id}/import-arvan'>> =>
  change(api.post(arvan, { path: { space_id: spaceId }, body }));

/** How far the import from a bucket has come; null when there is none, when it is done, and for those who may not know. */
export const useBucketProgress = (spaceId: string) =>
  useQuery({
    queryKey: keyOf('bucket-progress', spaceId),
    queryFn: async () => {
      try {
        const progress = await api.get(arvan, { path: { space_id: spaceId } });
        return progress && progress.object_done !== progress.object_count ? progress : null;
      } catch (error) {
        if (error instanceof Fault && error.status === 403) return null;
        throw error;
      }
    },
  });

export const beginLogin = (url: string) => api.post('imports/nextcloud/login', { body: { url } });

const POLL = 2000;

/** Whether the person has approved at the other server; asked until there is an answer. */
export const useLogin = (loginId: string) =>
  useQuery({
    queryKey: keyOf('cloud-login', loginId),
    queryFn: () => api.get('imports/nextcloud/login/{login_id}', { path: { login_id: loginId } }),
    refetchInterval: ({ state: { data } }) => (!data || data.state === 'waiting' ? POLL : false),
    // The page of the other server lies in another tab.
    refetchIntervalInBackground: true,
  });
