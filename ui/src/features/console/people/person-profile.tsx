import { Link } from 'wouter';
import { num, t } from '~/i18n';
import { dateTime, size } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { FactList } from '../fact-list';
import { useMayRead } from '../use-rights';
import type { PersonDetails } from './api';
import { Part } from './part';
import { roleWords } from './words';

/** Who a person is, and the workspaces that they are in. */
export function PersonProfile({ person }: { person: PersonDetails }) {
  return (
    <div className="flex flex-wrap items-start gap-x-10 gap-y-8">
      <div className="min-w-0 flex-1 basis-96">
        <Workspaces person={person} />
      </div>
      <Facts person={person} />
    </div>
  );
}

function Workspaces({ person: { memberships } }: { person: PersonDetails }) {
  const mayOpen = useMayRead('workspaces');
  return (
    <Part title={t('consolePeople.workspaces')}>
      {memberships.length === 0 && <p className="py-4 text-muted">{t('consolePeople.noWorkspaces')}</p>}
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
