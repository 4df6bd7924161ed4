import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '~/api/me';
import { EventRow } from '~/features/audit/event-row';
import { num, t } from '~/i18n';
import { dateTime, size } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { Notice } from '~/kit/notice';
import { ScrollArea } from '~/kit/scroll-area';
import { keyText } from '~/api/fault';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { PageHead } from '~/page/page-head';
import { FactList } from '../fact-list';
import { useMayChange, useRights } from '../use-rights';
import { exportPerson, usePerson, usePersonEvents, type PersonDetails } from './api';
import { PersonBadges } from './badges';
import { Devices } from './devices';
import { Part } from './part';
import { PersonActDialog, type Asked } from './person-acts';
import { addressOf, nameOf, roleWords } from './words';

/** All that staff may know of a person, and what they can do. */
export function PersonPage({ id }: { id: string }) {
  const query = usePerson(id);
  if (query.data) return <Page person={query.data} />;
  return (
    <div className="p-6">
      {query.error ? <Trouble error={query.error} retry={query.refetch} /> : <RowsSkeleton rows={6} />}
    </div>
  );
}

function Page({ person }: { person: PersonDetails }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { user_id: id, state, unusual, erase_problem: problem } = person;
  const administers = useRights().data?.role === 'administrator';
  const mayEnd = useMayChange('people') && (administers || !person.staff);
  return (
    <>
      <PageHead
        className="shrink-0 border-b border-line px-4 pb-2.5! sm:px-6"
        back={{ label: t('consolePeople.backToPeople'), to: '/admin/people' }}
        picture={<Avatar name={nameOf(person)} className="size-9" />}
        title={
          <>
            <bdi>{nameOf(person)}</bdi>
            <PersonBadges person={person} />
          </>
        }
        text={<bdi dir="ltr">{addressOf(person)}</bdi>}
        actions={<Acts person={person} onAsk={setAsked} />}
      />
      <ScrollArea label={nameOf(person)} className="px-4 py-5 sm:px-7">
        <div className="flex flex-wrap items-start gap-x-10 gap-y-8">
          <div className="grid min-w-0 flex-1 basis-96 gap-8">
            {state === 'erasing' && (
              <Notice tone={problem ? 'warning' : 'info'} title={t('consolePeople.deleting')}>
                {problem && keyText(problem)}
              </Notice>
            )}
            {unusual && (
              <Notice tone="warning" title={t('consolePeople.unusualTitle')}>
                {t('consolePeople.unusualText')}
              </Notice>
            )}
            <Workspaces person={person} />
            <Devices person={person} mayEnd={mayEnd} />
            <Events id={id} />
          </div>
          <Facts person={person} />
        </div>
      </ScrollArea>
      {asked && <PersonActDialog person={person} asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Acts({ person, onAsk }: { person: PersonDetails; onAsk: (asked: Asked) => void }) {
  const me = useMe().data;
  const administers = useRights().data?.role === 'administrator';
  const mayChange = useMayChange('people') && (administers || !person.staff);
  const own = me?._id === person.user_id;
  const gone = person.state === 'erased' || person.state === 'erasing';
  const disabled = person.state === 'disabled';
  const save = () => void exportPerson(person.user_id).catch(sayFault);
  const acts: [Asked, boolean][] = [
    ['end-sessions', !own && person.sessions.length > 0],
    ['password-link', !disabled],
    ['first-link', administers && person.unopened && !disabled],
    ['reset-two-step', person.two_step && !own],
    ['staff', administers && !own],
    ['enable', disabled],
    ['disable', !disabled && !own],
    ['delete', !own],
  ];
  const shown = mayChange && !gone ? acts.filter(([, offered]) => offered) : [];
  return (
    <div>
      <Menu
        align="end"
        label={t('consolePeople.acts', { name: nameOf(person) })}
        trigger={
          <IconButton label={t('consolePeople.acts', { name: nameOf(person) })}>
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
        entries={[
          ...shown.map(([act]) => ({
            id: act,
            label: t(`consolePeople.${act}Ask`),
            danger: act === 'disable' || act === 'delete',
            onSelect: () => onAsk(act),
          })),
          { id: 'export', label: t('consolePeople.export'), onSelect: save },
        ]}
      />
    </div>
  );
}

const none = (text: string) => <p className="py-4 text-muted">{text}</p>;

function Workspaces({ person: { memberships } }: { person: PersonDetails }) {
  const mayOpen = useRights().data?.reads.includes('workspaces');
  return (
    <Part title={t('consolePeople.workspaces')}>
      {memberships.length === 0 && none(t('consolePeople.noWorkspaces'))}
      <ul className="divide-y divide-line">
        {memberships.map(({ space_id: id, title, role, storage, my_drive: drive }) => (
          <li key={id} className="flex min-h-14 items-center gap-4 py-2.5">
            <Avatar name={title} shape="square" className="size-9" />
            <div className="min-w-0 flex-1">
              {mayOpen ? (
                <Link href={`/admin/workspaces?workspace=${id}`} className="font-medium hover:underline">
                  <bdi>{title}</bdi>
                </Link>
              ) : (
                <bdi className="font-medium">{title}</bdi>
              )}
              <p className="text-xs text-muted">
                {t('consolePeople.usesOf', { drive: size(drive), storage: size(storage) })}
              </p>
            </div>
            <span className="text-muted">
              {role === 'owner' ? t('consolePeople.owner') : t('consolePeople.member')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Events({ id }: { id: string }) {
  const query = usePersonEvents(id);
  const events = query.data?.pages.flatMap((page) => page.events);
  return (
    <Part title={t('consolePeople.events')}>
      {!events && (query.error ? <Trouble error={query.error} retry={query.refetch} /> : <RowsSkeleton rows={3} />)}
      <ol className="divide-y divide-line">
        {events?.map((event) => (
          <EventRow key={event.number} event={event} dated />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button kind="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('console.more')}
        </Button>
      )}
    </Part>
  );
}

const verifiedText = (yes: boolean) => t(yes ? 'consolePeople.verified' : 'consolePeople.unverified');

function Facts({ person }: { person: PersonDetails }) {
  const facts: [string, string][] = [
    [t('consolePeople.state'), t(`consolePeople.state_${person.state}`)],
    [t('consolePeople.joined'), dateTime(person.joined_at)],
    [t('consolePeople.seen'), person.seen_at ? dateTime(person.seen_at) : t('consolePeople.never')],
    [t('consolePeople.twoStep'), t(person.two_step ? 'consolePeople.on' : 'consolePeople.off')],
    [t('consolePeople.passkeys'), t(person.passkeys ? 'consolePeople.has' : 'consolePeople.hasNot')],
    [t('consolePeople.email'), person.email ? verifiedText(person.email_verified) : t('consolePeople.hasNot')],
    [t('consolePeople.mobile'), person.mobile ? verifiedText(person.mobile_verified) : t('consolePeople.hasNot')],
    [t('consolePeople.staffRole'), roleWords(person.staff)],
    [t('consolePeople.workspaces'), num(person.memberships.length)],
    [t('consolePeople.drives'), size(person.storage)],
  ];
  return (
    <aside className="grid w-72 gap-4 max-sm:w-full">
      <FactList facts={facts} />
      <p className="text-xs text-pretty text-muted">{t('consolePeople.onRecord')}</p>
    </aside>
  );
}
