import { faultText } from '~/api/fault';
import { useMutation } from '~/api/use-mutation';
import { guestRoles, roleLabel } from '~/page/people/roles';
import { t } from '~/i18n';
import { Select } from '~/kit/select';
import { toast } from '~/kit/toast';
import { changeGuest } from './api';

type Props = { spaceId: string; id: string; role: string; name: string };

/** Shows the role of a guest on one item and changes it. */
export function GuestRoleSelect({ spaceId, id, role, name }: Props) {
  const change = useMutation({
    mutationFn: (next: string) => changeGuest(spaceId, id, next),
    onSuccess: (_, next) =>
      void toast({ kind: 'success', title: t('access.changed', { name, role: roleLabel(next) }) }),
    onError: (error) => void toast({ kind: 'error', title: faultText(error) }),
  });
  return (
    <div className="shrink-0">
      <Select
        plain
        hideLabel
        label={t('access.roleOf', { name })}
        value={change.isPending ? change.variables : role}
        onChange={(next) => change.mutate(next)}
        options={guestRoles.map((value) => ({ value, label: roleLabel(value) }))}
      />
    </div>
  );
}
