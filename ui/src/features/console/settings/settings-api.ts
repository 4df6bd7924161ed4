import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type {
  ConsoleSummariesIn,
  EditorsSetting,
  ImportsSetting,
  LimitsSetting,
  SettingChange,
  SignupSetting,
  TierSetting,
} from '~/api/types.gen';

export type Change = SettingChange;
export type { TierSetting };
export type Mode = SignupSetting['mode'];
export type Limits = Pick<LimitsSetting, 'storage' | 'members' | 'nodes'>;

export const useSettings = () =>
  useQuery({ queryKey: keyOf('console-settings'), queryFn: () => api.get('admin/settings') });

export const useSettingHistory = () =>
  useInfiniteQuery({
    queryKey: keyOf('console-setting-history'),
    queryFn: ({ pageParam }) =>
      api.get('admin/settings/history', { query: { limit: 10, cursor: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });

export async function saveSignup(mode: Mode): Promise<void> {
  await api.put('admin/settings/signup', { body: { mode } });
  await changed.settings();
}

export async function saveLimits(body: Limits): Promise<void> {
  await api.put('admin/settings/limits', { body });
  await changed.settings();
}

/** The endpoint that writes summaries; without a new key the one that is kept stays. */
export async function saveSummaries(body: ConsoleSummariesIn): Promise<void> {
  await api.put('admin/settings/summaries', { body });
  await changed.settings();
}

export async function saveEditors(body: EditorsSetting): Promise<void> {
  await api.put('admin/settings/editors', { body });
  await changed.settings();
}

export async function saveImports(body: ImportsSetting): Promise<void> {
  await api.put('admin/settings/imports', { body });
  await changed.settings();
}

export async function saveTier(body: TierSetting): Promise<void> {
  await api.put('admin/settings/tier', { body });
  await changed.settings();
}

export const testSummaries = () => api.post('admin/settings/summaries/test');

export async function undoChange(id: number): Promise<void> {
  await api.post('admin/settings/history/{change_id}/undo', { path: { change_id: String(id) } });
  await changed.settings();
}
