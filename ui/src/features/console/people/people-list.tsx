import type { ReactNode } from 'react';
import { num, t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Rows } from '../rows';
import type { Person } from './api';
import { PersonBadges } from './badges';
import { addressOf, nameOf } from './words';

type Props = { people: readonly Person[]; total: number; more: ReactNode };

const idOf = ({ user_id: id }: Person) => id;
const hrefOf = ({ user_id: id }: Person) => `/admin/people?person=${id}`;
const spacesOf = ({ workspaces }: Person) => num(workspaces);

const titleOf = (person: Person) => (
  <span className="flex min-w-0 items-center gap-2">
    <bdi className="truncate font-semibold">{nameOf(person)}</bdi>
    <PersonBadges person={person} />
  </span>
);

const belowOf = (person: Person) => <bdi dir="ltr">{addressOf(person)}</bdi>;

const renderSeenAt = ({ seen_at: at }: Person) =>
  at ? <span title={fullDate(at)}>{when(at)}</span> : t('consolePeople.never');

const twoStepOf = ({ two_step: on }: Person) => (
  <span className={on ? '' : 'text-muted'}>{t(on ? 'consolePeople.on' : 'consolePeople.off')}</span>
);

export function PeopleList({ people, total, more }: Props) {
  return (
    <Rows<Person>
      label={t('consolePeople.people')}
      titleLabel={t('consolePeople.peopleCount', { n: total })}
      items={people}
      idOf={idOf}
      hrefOf={hrefOf}
      title={titleOf}
      below={belowOf}
      columns={[
        { label: t('consolePeople.seen'), className: 'w-44', cell: renderSeenAt },
        { label: t('consolePeople.workspaces'), className: 'w-28', cell: spacesOf },
        { label: t('consolePeople.twoStep'), className: 'w-36', cell: twoStepOf },
      ]}
      more={more}
    />
  );
}
