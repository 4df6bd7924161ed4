import type { ReactNode } from 'react';
import { num, t } from '~/i18n';
import { day, fullDate, when } from '~/i18n/format';
import { useIsCompact } from '~/kit/use-media';
import { Rows, type RowSort } from '../rows';
import type { Person } from './api';
import { PersonBadges } from './badges';
import { personHref } from './people-address';
import { addressOf, nameOf, roleWords } from './words';

type Props = { people: readonly Person[]; total: number; sort: RowSort; more: ReactNode };

const idOf = ({ user_id: id }: Person) => id;
const hrefOf = ({ user_id: id }: Person) => personHref(id);
const spacesOf = ({ workspaces }: Person) => num(workspaces);

const titleOf = (hasRoleBeside: boolean) => (person: Person) => (
  <span className="flex min-w-0 items-center gap-2">
    <bdi className="truncate font-semibold">{nameOf(person)}</bdi>
    <PersonBadges person={person} hasRoleBeside={hasRoleBeside} />
  </span>
);
const phoneTitle = titleOf(false);
const tableTitle = titleOf(true);

const belowOf = (person: Person) => <bdi dir="ltr">{addressOf(person)}</bdi>;

const renderAddress = (person: Person) => (
  <bdi dir="ltr" title={addressOf(person)}>
    {addressOf(person)}
  </bdi>
);

const renderRole = ({ staff }: Person) => (staff ? roleWords(staff) : <span className="text-muted">—</span>);

const renderSeenAt = ({ seen_at: at }: Person) =>
  at ? <span title={fullDate(at)}>{when(at)}</span> : <span className="text-muted">{t('consolePeople.never')}</span>;

const renderJoinedAt = ({ joined_at: at }: Person) => <span title={fullDate(at)}>{day(at)}</span>;

const twoStepOf = ({ two_step: on }: Person) => (
  <span className={on ? '' : 'text-muted'}>{t(on ? 'consolePeople.on' : 'consolePeople.off')}</span>
);

/** Where there is room beside the rest: the name keeps its own. */
const roomy = 'w-24 max-[1359px]:hidden';
const roomier = 'w-32 max-[1199px]:hidden';

export function PeopleList({ people, total, sort, more }: Props) {
  const compact = useIsCompact();
  return (
    <Rows<Person>
      plain
      label={t('consolePeople.people')}
      titleLabel={`${t('consolePeople.name')} (${num(total)})`}
      titleSort="name"
      sort={sort}
      items={people}
      idOf={idOf}
      hrefOf={hrefOf}
      title={compact ? phoneTitle : tableTitle}
      below={belowOf}
      columns={
        compact
          ? [{ label: t('consolePeople.seen'), cell: renderSeenAt }]
          : [
              {
                label: t('consolePeople.email'),
                className: 'w-60 max-[1199px]:w-52',
                cell: renderAddress,
                sort: 'email',
              },
              { label: t('consolePeople.role'), className: 'w-28', cell: renderRole, sort: 'role' },
              { label: t('consolePeople.seen'), className: 'w-36 max-[1199px]:w-32', cell: renderSeenAt },
              { label: t('consolePeople.twoStep'), className: roomier, cell: twoStepOf },
              { label: t('consolePeople.workspaces'), className: roomy, cell: spacesOf },
              {
                label: t('consolePeople.joined'),
                className: 'w-36 max-[1199px]:hidden',
                cell: renderJoinedAt,
                sort: 'joined',
              },
            ]
      }
      more={more}
    />
  );
}
