import { Handshake, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { changed } from '~/api/changed';
import { faultText } from '~/api/fault';
import { useGuestSpaces } from '~/api/spaces';
import type { GuestSpace } from '~/api/types';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { FailureState } from '~/page/failure-state';
import { PageLayout } from '~/page/page-layout';
import { personName } from '~/page/people/person';
import { roleLabel } from '~/page/people/roles';
import { ListSkeleton } from '~/page/list';
import { targetName } from '~/page/people/target-name';
import { t, useLang } from '~/i18n';
import { SpaceAvatar } from '~/page/space-avatar';
import { fullDate, when } from '~/i18n/format';
import { buttonClass } from '~/kit/button';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { IconButton } from '~/kit/icon-button';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { PageHead } from '~/page/page-head';
import { removeGuest } from './api';
import { hrefOfTarget } from './exposed-rows';

type Item = GuestSpace['items'][number];

/** The items that others shared with the user, by workspace. */
export function GuestSpacesPage() {
  useLang();
  const { data, error, refetch } = useGuestSpaces();
  const [leaving, setLeaving] = useState<{ spaceId: string; item: Item } | null>(null);
  return (
    <PageLayout>
      <div>
        <PageHead title={t('access.guestTitle')} text={t('access.guestText')} />
        {!data && !error && <ListSkeleton people count={3} />}
        {!data && error && <FailureState error={error} retry={refetch} />}
        {data?.length === 0 && (
          <div data-state="empty">
            <State
              icon={<Handshake size={36} strokeWidth={1.6} />}
              title={t('access.guestEmpty')}
              text={t('access.guestEmptyText')}
              actions={
                <Link href="/workspace" className={buttonClass('soft')}>
                  {t('frame.goHome')}
                </Link>
              }
            />
          </div>
        )}
        <div className="grid grid-cols-1 gap-6">
          {data?.map((space) => (
            <SpaceItems
              key={space.space_id}
              space={space}
              onLeave={(item) => setLeaving({ spaceId: space.space_id, item })}
            />
          ))}
        </div>
      </div>
      {leaving && (
        <ConfirmDialog
          title={t('access.giveUpTitle', { name: targetName(leaving.item.target) })}
          text={t('access.giveUpText')}
          yes={t('access.giveUp')}
          run={async () => {
            try {
              await removeGuest(leaving.spaceId, leaving.item.role_id);
              await changed.memberships();
            } catch (failure) {
              toast({ title: faultText(failure), kind: 'error' });
            }
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </PageLayout>
  );
}

function SpaceItems({ space, onLeave }: { space: GuestSpace; onLeave: (item: Item) => void }) {
  const title = space.organization_title || space.title;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 flex items-center gap-3">
        <SpaceAvatar space={space} className="size-9 text-base" />
        <bdi className="min-w-0 truncate text-base font-bold">{title}</bdi>
      </h2>
      <ul className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {space.items.map((item) => (
          <li key={item.role_id} className="flex items-center gap-1 border-b border-line pe-2 last:border-0">
            <Link
              href={hrefOfTarget(space.space_id, item.target)}
              className="flex min-h-15 min-w-0 flex-1 items-center gap-3 px-4 py-2 transition hover:bg-hover"
            >
              <FileIcon type={item.target.target_type === 'folder' ? 'folder' : fileType(item.target.name, '')} />
              <span className="grid min-w-0 flex-1 text-start">
                <span className="truncate font-semibold">
                  <bdi>{targetName(item.target)}</bdi>
                </span>
                <span className="truncate text-xs text-muted" title={fullDate(item.shared_at)}>
                  {t('access.sharedBy', { name: personName(item.shared_by), when: when(item.shared_at) })}
                </span>
              </span>
              <span className="shrink-0 rounded-full bg-sunken px-2.5 text-xs leading-6 text-muted">
                {roleLabel(item.role)}
              </span>
            </Link>
            <IconButton label={t('access.giveUpOf', { name: targetName(item.target) })} onClick={() => onLeave(item)}>
              <LogOut size={17} aria-hidden="true" className="rtl:rotate-180" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
