import { Clock } from 'lucide-react';
import { Browser } from '~/features/files/browser';
import { t, useLang } from '~/i18n';
import { EmptyListState } from '~/features/files/view/empty-state';
import { recentsList } from './list-kind';

/** The files that the user used last, from all over the workspace. */
export function RecentsPage({ spaceId }: { spaceId: string }) {
  useLang();
  return (
    <Browser
      key={spaceId}
      place={{ spaceId, my: false }}
      directoryId="recents"
      listKind={recentsList}
      title={t('frame.recents')}
      renderEmpty={() => (
        <EmptyListState
          icon={<Clock size={36} strokeWidth={1.6} />}
          title={t('recents.noRecents')}
          text={t('recents.noRecentsText')}
        />
      )}
    />
  );
}
