import { Ellipsis, KeyRound, LogOut, UserCheck, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { keyText } from '~/api/fault';
import { useMe } from '~/api/me';
import { useSetup } from '~/api/setup';
import { t } from '~/i18n';
import { Avatar } from '~/kit/avatar';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { Notice } from '~/kit/notice';
import { ScrollArea } from '~/kit/scroll-area';
import { Tabs } from '~/kit/tabs';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { PageHead } from '~/page/page-head';
import { sayFault } from '~/page/say-fault';
import { useMayChange, useRights } from '../use-rights';
import { exportPerson, usePerson, type PersonDetails } from './api';
import { PersonBadges } from './badges';
import { Devices } from './devices';
import { PersonActDialog, type Asked } from './person-acts';
import { PersonEvents, PersonPayments, PersonTickets } from './person-lists';
import { peopleHref, personHref } from './people-address';
import { PersonProfile } from './person-profile';
import { addressOf, nameOf } from './words';

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
  return (
    <>
      <PageHead
        className="shrink-0 border-b border-line px-4 pb-2.5! sm:px-6"
        back={{ label: t('consolePeople.backToPeople'), to: peopleHref() }}
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
      <ScrollArea label={nameOf(person)} className="px-4 py-4 sm:px-6">
        <div className="grid gap-4">
          {state === 'erasing' && (
            <Notice tone={problem ? 'warning' : 'info'} title={t('consolePeople.deleting')}>
              {problem && keyText(problem)}
            </Notice>
          )}
          {unusual && (
            <Notice tone="warning" title={t('consolePeople.unusualTitle')}>
              {t('consolePeople.unusualText')}{' '}
              <Link href={personHref(id, 'events')} className="font-medium text-brand hover:underline">
                {t('consolePeople.seeEvents')}
              </Link>
            </Notice>
          )}
          <PersonTabs person={person} />
        </div>
      </ScrollArea>
      {asked && <PersonActDialog person={person} asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** The parts of the page, by their name in the address; those of areas that the reader may not read are not there. */
function PersonTabs({ person }: { person: PersonDetails }) {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const rights = useRights().data;
  const selling = useSetup().data?.selling === true;
  const mayEnd = useMayChange('people') && (rights?.role === 'administrator' || !person.staff);
  const id = person.user_id;
  const canRead = (area: string) => rights?.reads.includes(area) === true;
  const tabs = [
    { value: 'profile', label: t('consolePeople.profile'), content: <PersonProfile person={person} /> },
    {
      value: 'access',
      label: t('consolePeople.access'),
      content: (
        <div className="grid gap-8">
          <Devices person={person} mayEnd={mayEnd} />
        </div>
      ),
    },
    canRead('tickets') && { value: 'tickets', label: t('console.tickets'), content: <PersonTickets id={id} /> },
    selling &&
      canRead('money') && { value: 'payments', label: t('console.payments'), content: <PersonPayments id={id} /> },
    { value: 'events', label: t('consolePeople.eventsTab'), content: <PersonEvents id={id} /> },
  ].filter((tab) => tab !== false);
  const asked = search.get('tab');
  const tab = tabs.find(({ value }) => value === asked)?.value ?? 'profile';
  return (
    <Tabs
      label={nameOf(person)}
      tabs={tabs}
      value={tab}
      onChange={(next) => navigate(personHref(id, next), { replace: true })}
    />
  );
}

/** The two acts that are asked for most; with a disabled account the one that lets it in again. */
const usual: readonly Asked[] = ['end-sessions', 'password-link', 'enable'];
const usualIcons: Partial<Record<Asked, LucideIcon>> = {
  'end-sessions': LogOut,
  'password-link': KeyRound,
  enable: UserCheck,
};

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
  const inSight = shown.filter(([act]) => usual.includes(act));
  return (
    <>
      {inSight.map(([act]) => {
        const Icon = usualIcons[act] ?? UserCheck;
        return (
          <Button
            key={act}
            kind="outline"
            icon={
              <Icon size={17} aria-hidden="true" className={act === 'end-sessions' ? 'rtl:rotate-180' : undefined} />
            }
            onClick={() => onAsk(act)}
          >
            {t(`consolePeople.${act}Ask`)}
          </Button>
        );
      })}
      <Menu
        align="end"
        label={t('consolePeople.acts', { name: nameOf(person) })}
        trigger={
          <IconButton label={t('consolePeople.acts', { name: nameOf(person) })}>
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
        entries={[
          ...shown
            .filter(([act]) => !usual.includes(act))
            .map(([act]) => ({
              id: act,
              label: t(`consolePeople.${act}Ask`),
              danger: act === 'disable' || act === 'delete',
              onSelect: () => onAsk(act),
            })),
          { id: 'export', label: t('consolePeople.export'), onSelect: save },
        ]}
      />
    </>
  );
}
