import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { t } from '~/i18n';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { GrowthParts } from './growth-table';
import { kindWords } from './growth-words';

/** How a workspace grows by kind of files. */
export function WorkspaceKinds({ spaceId, title }: { spaceId: string; title: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('console-growth', spaceId),
    queryFn: () => api.get('admin/growth/workspaces/{space_id}', { path: { space_id: spaceId } }),
  });
  if (!data) return error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton />;
  if (data.kinds.length === 0) return <p className="text-sm text-muted">{t('consoleGrowth.noKinds')}</p>;
  const rows = data.kinds.map((one) => ({ ...one, key: one.kind, name: kindWords(one.kind) }));
  return <GrowthParts label={t('consoleGrowth.kindsOf', { title })} rows={rows} />;
}
