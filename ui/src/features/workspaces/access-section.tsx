import { useState } from 'react';
import { Link } from 'wouter';
import { faultText } from '~/api/fault';
import type { Space } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { roleHint, roleLabel } from '~/page/people/roles';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { Card } from '~/kit/layout';
import { Select } from '~/kit/select';
import { Switch } from '~/kit/switch';
import { toast } from '~/kit/toast';
import { saveAccess, saveSharing } from './api';

const defaults = ['viewer', 'organizer', 'editor', 'no_role'] as const;
type DefaultRole = (typeof defaults)[number];

/** Settings of the workspace: who may join without an invitation, and whether members may share outside. */
export function AccessSection({ space }: { space: Space }) {
  return (
    <div className="grid gap-5">
      <OpenCard key={`${space.access}${space.default_role}`} space={space} />
      <SharingCard space={space} />
    </div>
  );
}

function OpenCard({ space }: { space: Space }) {
  const [access, setAccess] = useState(space.access);
  const [role, setRole] = useState<DefaultRole>(defaults.find((known) => known === space.default_role) ?? 'viewer');
  const save = useMutation({
    mutationFn: () => saveAccess(space.space_id, access, access === 'public' ? role : undefined),
    onSuccess: () => void toast({ kind: 'success', title: t('workspaces.accessSaved') }),
    onError: (error) => void toast({ kind: 'error', title: faultText(error) }),
  });
  const dirty = access !== space.access || (access === 'public' && role !== space.default_role);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Card
        title={t('workspaces.accessTitle')}
        text={t('workspaces.accessText')}
        footer={
          <Button type="submit" kind="solid" busy={save.isPending} disabled={!dirty}>
            {t('common.save')}
          </Button>
        }
      >
        <ChoiceCards
          label={t('workspaces.accessTitle')}
          value={access}
          onChange={setAccess}
          choices={[
            { value: 'private', label: t('workspaces.private'), hint: t('workspaces.privateHint') },
            { value: 'public', label: t('workspaces.public'), hint: t('workspaces.publicHint') },
          ]}
        />
        {access === 'public' && (
          <div className="grid gap-1.5">
            <Select<DefaultRole>
              label={t('workspaces.defaultRole')}
              value={role}
              onChange={setRole}
              options={defaults.map((value) => ({ value, label: roleLabel(value) }))}
            />
            <p className="text-xs text-muted">{roleHint(role)}</p>
          </div>
        )}
      </Card>
    </form>
  );
}

function SharingCard({ space }: { space: Space }) {
  const save = useMutation({
    mutationFn: (prevent: boolean) => saveSharing(space.space_id, prevent),
    onError: (error) => void toast({ kind: 'error', title: faultText(error) }),
  });
  return (
    <Card title={t('workspaces.sharingTitle')}>
      <Switch
        label={t('workspaces.prevent')}
        hint={t('workspaces.preventHint')}
        checked={save.isPending ? save.variables : space.prevent_sharing_non_members}
        disabled={save.isPending}
        onChange={(prevent) => save.mutate(prevent)}
      />
      <Link
        href={`/workspace/${space.space_id}/exposure`}
        className="inline-flex items-center justify-self-start font-semibold text-brand hover:underline pointer-coarse:min-h-11"
      >
        {t('workspaces.seeExposure')}
      </Link>
    </Card>
  );
}
