import { useEffect, useState } from 'react';
import { faultText } from '~/api/fault';
import type { Space } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { applyBrand } from '~/kit/brand';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { toast } from '~/kit/toast';
import { removeAvatar, saveAvatar, saveLook } from './api';
import { AvatarField } from './avatar-field';
import { ColourField, defaultPrimary, defaultSecondary, primaries, secondaries } from './colour-field';
import { LookPreview } from './look-preview';

const toastsOf = (key: 'appearanceSaved' | 'avatarSaved' | 'avatarRemoved') => ({
  onSuccess: () => void toast({ kind: 'success', title: t(`workspaces.${key}`) }),
  onError: (error: Error) => void toast({ kind: 'error', title: faultText(error) }),
});

/** While colours are being chosen the whole page wears them; without saving they go again. */
function useTryOn(space: Space, primary: string, secondary: string) {
  useEffect(() => applyBrand(primary, secondary), [primary, secondary]);
  useEffect(() => () => applyBrand(space.primary_color, space.secondary_color), [space]);
}

export function AppearanceSection({ space }: { space: Space }) {
  const [primary, setPrimary] = useState(space.primary_color || defaultPrimary);
  const [secondary, setSecondary] = useState(space.secondary_color || defaultSecondary);
  const [organization, setOrganization] = useState(space.organization_title);
  useTryOn(space, primary, secondary);

  const look = useMutation({
    mutationFn: () =>
      saveLook(space.space_id, {
        organization_title: organization.trim(),
        primary_color: primary,
        secondary_color: secondary,
      }),
    ...toastsOf('appearanceSaved'),
  });
  const picture = useMutation({
    mutationFn: (image: File) => saveAvatar(space.space_id, image),
    ...toastsOf('avatarSaved'),
  });
  const noPicture = useMutation({ mutationFn: () => removeAvatar(space.space_id), ...toastsOf('avatarRemoved') });

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        look.mutate();
      }}
    >
      <Card title={t('workspaces.avatar')}>
        <AvatarField
          title={space.title}
          colour={primary}
          src={space.avatar_url}
          busy={picture.isPending || noPicture.isPending}
          onChoose={(file) => picture.mutate(file)}
          onRemove={() => noPicture.mutate()}
        />
      </Card>
      <Card
        title={t('workspaces.brandTitle')}
        text={t('workspaces.brandText')}
        footer={
          <Button type="submit" kind="solid" busy={look.isPending}>
            {t('common.save')}
          </Button>
        }
      >
        <TextField
          label={t('workspaces.organization')}
          hint={t('workspaces.organizationHint')}
          value={organization}
          maxLength={200}
          onChange={(event) => setOrganization(event.currentTarget.value)}
        />
        <ColourField suggested={primaries} label={t('workspaces.primary')} value={primary} onChange={setPrimary} />
        <ColourField
          suggested={secondaries}
          label={t('workspaces.secondary')}
          value={secondary}
          onChange={setSecondary}
        />
        <LookPreview
          title={organization.trim() || space.title}
          avatar={space.avatar_url}
          primary={primary}
          secondary={secondary}
        />
      </Card>
    </form>
  );
}
