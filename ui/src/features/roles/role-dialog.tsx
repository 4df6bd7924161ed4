import { useId, useState } from 'react';
import { Fault } from '~/api/fault';
import type { CustomRole } from '~/api/types';
import { useSpace } from '~/api/spaces';
import { useMutation } from '~/api/use-mutation';
import { PeopleProblem } from '~/page/people/problem';
import { EmailsField } from '~/page/people/emails-field';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Tabs } from '~/kit/tabs';
import { toast } from '~/kit/toast';
import { changeRole, createRole, type RoleDraft } from './api';
import { PermissionEditor } from './permission-editor';
import { keyOf, ruleOf } from './permissions';
import { TargetsField } from './targets-field';

type Props = { spaceId: string; custom: CustomRole | null; onClose: () => void };
type Tab = 'permissions' | 'members' | 'targets';

/** Makes or changes a role: its permissions, its holders, and the items it is valid for. */
export function RoleDialog({ spaceId, custom: role, onClose }: Props) {
  const form = useId();
  const space = useSpace(spaceId);
  const [tab, setTab] = useState<Tab>('permissions');
  const [name, setName] = useState(role?.name ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(role?.permissions.map(keyOf)));
  const [emails, setEmails] = useState(() => role?.members.map(({ email }) => email) ?? []);
  const [pending, setPending] = useState(false);
  const [targets, setTargets] = useState<RoleDraft['targets']>(role?.targets ?? []);
  const [problem, setProblem] = useState<{ name?: string; permissions?: string }>({});
  const save = useMutation({
    mutationFn: () => {
      const draft = { name: name.trim(), permissions: [...chosen].map(ruleOf), emails, targets };
      return role ? changeRole(spaceId, role, draft) : createRole(spaceId, draft);
    },
    onSuccess: () => {
      toast({ kind: 'success', title: t(role ? 'roles.saved' : 'roles.made', { name: name.trim() }) });
      onClose();
    },
    onError: (error) => {
      if (error instanceof Fault && error.key === 'duplicate_role_name') setProblem({ name: t('roles.nameTaken') });
    },
  });
  const submit = () => {
    const wrong = {
      ...(!name.trim() && { name: t('roles.nameRequired') }),
      ...(chosen.size === 0 && { permissions: t('roles.permissionsRequired') }),
    };
    setProblem(wrong);
    if (wrong.permissions) setTab('permissions');
    if (Object.keys(wrong).length === 0 && !pending) save.mutate();
  };
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => !open && onClose()}
      title={role ? t('roles.editOf', { name: role.name }) : t('roles.new')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" type="submit" form={form} busy={save.isPending}>
            {role ? t('common.save') : t('roles.make')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('roles.name')}
          placeholder={t('roles.namePlaceholder')}
          value={name}
          maxLength={100}
          autoComplete="off"
          {...(problem.name && { error: problem.name })}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem({ ...problem, name: undefined });
          }}
        />
        <Tabs<Tab>
          label={t('roles.parts')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'permissions',
              label: t('roles.tabPermissions', { n: chosen.size }),
              content: (
                <PermissionEditor
                  spaceId={spaceId}
                  chosen={chosen}
                  problem={problem.permissions}
                  onChange={(next) => {
                    setChosen(next);
                    setProblem({ ...problem, permissions: undefined });
                  }}
                />
              ),
            },
            {
              value: 'members',
              label: t('roles.tabMembers', { n: emails.length }),
              content: (
                <EmailsField
                  spaceId={spaceId}
                  label={t('roles.members')}
                  hint={t('roles.membersHint')}
                  values={emails}
                  onChange={setEmails}
                  onPending={setPending}
                />
              ),
            },
            {
              value: 'targets',
              label: t('roles.tabTargets', { n: targets.length }),
              content: (
                <TargetsField
                  spaceId={spaceId}
                  root={space?.root_directory_id ?? ''}
                  targets={targets}
                  onChange={setTargets}
                />
              ),
            },
          ]}
        />
        {!problem.name && <PeopleProblem error={save.error} area="roles" />}
      </form>
    </Dialog>
  );
}
