import { faultText } from '~/api/fault';
import { personName } from '~/page/people/person';
import { t } from '~/i18n';
import { Select } from '~/kit/select';
import { Skeleton } from '~/kit/skeleton';
import { useMembers } from './api';

type Props = {
  spaceId: string;
  label: string;
  /** An address; empty while no member is chosen. */
  value: string;
  /** The address of the member who cannot be chosen. */
  except: string;
  onChange: (email: string) => void;
};

/** One of the other members. */
export function MemberSelect({ spaceId, label, value, except, onChange }: Props) {
  const { data, error } = useMembers(spaceId);
  if (error) return <p className="text-danger">{faultText(error)}</p>;
  if (!data) return <Skeleton className="h-16 w-full" />;
  const others = data.pages
    .flatMap(({ members }) => members)
    .filter(({ email, status }) => status === 'active' && email !== except);
  if (others.length === 0) return <p className="text-muted">{t('members.nobodyElse')}</p>;
  return (
    <Select
      label={label}
      value={value}
      onChange={onChange}
      options={[
        ...(value ? [] : [{ value: '', label: t('members.choose') }]),
        ...others.map(({ user, email }) => ({ value: email, label: `${personName(user, email)} · ${email}` })),
      ]}
    />
  );
}
