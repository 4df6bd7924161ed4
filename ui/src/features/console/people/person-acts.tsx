import { useRef, useState } from 'react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Select } from '~/kit/select';
import { ActDialog } from '../act-dialog';
import {
  actOnPerson,
  deletePerson,
  makeFirstLink,
  setStaffRole,
  type PersonAct,
  type PersonDetails,
  type StaffRole,
} from './api';
import { FirstLink } from './first-link';
import { nameOf, roleWords } from './words';

export type Asked = PersonAct | 'staff' | 'delete' | 'first-link';

type Props = { person: PersonDetails; asked: Asked; onClose: () => void };

/** The dialog of an act on a person. */
export function PersonActDialog(props: Props) {
  if (props.asked === 'staff') return <RoleDialog {...props} />;
  if (props.asked === 'delete') return <DeleteDialog {...props} />;
  if (props.asked === 'first-link') return <FirstLinkDialog {...props} />;
  const { person, asked, onClose } = props;
  return (
    <ActDialog
      title={t(`consolePeople.${asked}Title`, { name: nameOf(person) })}
      text={<p>{t(`consolePeople.${asked}Text`)}</p>}
      act={t(`consolePeople.${asked}`)}
      done={t(`consolePeople.${asked}Done`)}
      danger={asked === 'disable' || asked === 'reset-two-step'}
      onAct={(reason) => actOnPerson(person.user_id, asked, reason)}
      onClose={onClose}
    />
  );
}

const roles: readonly StaffRole[] = ['', 'administrator', 'support', 'finance', 'auditor'];

function RoleDialog({ person, onClose }: Props) {
  const [role, setRole] = useState<StaffRole>(person.staff);
  return (
    <ActDialog
      title={t('consolePeople.staffTitle', { name: nameOf(person) })}
      text={<p>{t(`consolePeople.roleText_${role || 'none'}`)}</p>}
      act={t('consolePeople.staff')}
      done={t('consolePeople.staffDone')}
      ready={role !== person.staff}
      onAct={(reason) => setStaffRole(person.user_id, role, reason)}
      onClose={onClose}
    >
      {(problems) => (
        <Select<StaffRole>
          label={t('consolePeople.staffRole')}
          value={role}
          options={roles.map((value) => ({ value, label: roleWords(value) }))}
          onChange={setRole}
          {...(problems.role && { error: problems.role })}
        />
      )}
    </ActDialog>
  );
}

function FirstLinkDialog({ person, onClose }: Props) {
  const [url, setUrl] = useState('');
  const isMade = useRef(false);
  if (url) return <FirstLink url={url} onClose={onClose} />;
  return (
    <ActDialog
      title={t('consolePeople.first-linkTitle', { name: nameOf(person) })}
      text={<p>{t('consolePeople.first-linkText')}</p>}
      act={t('consolePeople.first-link')}
      onAct={async (reason) => {
        setUrl(await makeFirstLink(person.user_id, reason));
        isMade.current = true;
      }}
      onClose={() => !isMade.current && onClose()}
    />
  );
}

function DeleteDialog({ person, onClose }: Props) {
  const [address, setAddress] = useState('');
  const own = person.email || person.mobile;
  const owns = person.memberships.filter(({ role }) => role === 'owner').map(({ title }) => title);
  return (
    <ActDialog
      danger
      title={t('consolePeople.deleteTitle', { name: nameOf(person) })}
      text={
        <>
          <p>{t('consolePeople.deleteText')}</p>
          <ul className="grid list-disc gap-1 ps-5 text-muted">
            <li>{t('consolePeople.deleteDrive')}</li>
            <li>{t('consolePeople.deleteShared')}</li>
            <li>{t('consolePeople.deleteLinks')}</li>
            <li>{t('consolePeople.deleteTickets')}</li>
            <li>{t('consolePeople.deleteKept')}</li>
          </ul>
          {owns.length > 0 && (
            <p className="font-medium text-danger">{t('consolePeople.deleteOwns', { titles: owns.join('، ') })}</p>
          )}
        </>
      }
      act={t('consolePeople.delete')}
      done={t('consolePeople.deleteDone')}
      ready={owns.length === 0 && address.trim().toLowerCase() === own}
      onAct={(reason) => deletePerson(person.user_id, address, reason)}
      onClose={onClose}
    >
      {(problems) => (
        <TextField
          latin
          dir="ltr"
          label={t('consolePeople.typeAddress', { address: own })}
          autoComplete="off"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          {...(problems.address && { error: problems.address })}
        />
      )}
    </ActDialog>
  );
}
