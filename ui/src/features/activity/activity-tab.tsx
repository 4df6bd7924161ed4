import { Link } from 'wouter';
import { t, useLang } from '~/i18n';
import { noFilter } from './filter';
import { Timeline } from './timeline';

type Props = { spaceId: string; my: boolean; directoryId: string; fileId?: string };

/** The latest activities of one entry, beside the list. */
export function ActivityTab({ spaceId, my, directoryId, fileId }: Props) {
  useLang();
  const href = `/workspace/${spaceId}/directory/${directoryId}${fileId ? `/file/${fileId}` : ''}/activity`;
  return (
    <div className="isolate">
      <Timeline subject={{ spaceId, scope: my ? 'my' : 'shared', directoryId, fileId }} filter={noFilter} limit={30} />
      <Link href={href} className="block py-2 text-center font-semibold text-brand hover:underline">
        {t('activity.all')}
      </Link>
    </div>
  );
}
