import { useEffect, useMemo } from 'react';
import { t } from '~/i18n';
import { AvatarField } from './avatar-field';
import { ColourField, primaries, secondaries } from './colour-field';
import { LookPreview } from './look-preview';

export interface LookChoice {
  primary: string;
  secondary: string;
  picture: File | null;
}

type Props = { title: string; look: LookChoice; onChange: (look: LookChoice) => void };

/** An address for a picture that is not uploaded yet. */
function useObjectUrl(file: File | null): string | null {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}

export function LookStep({ title, look, onChange }: Props) {
  const picture = useObjectUrl(look.picture);
  return (
    <div className="grid gap-6">
      <p className="text-muted">{t('workspaces.lookText')}</p>
      <AvatarField
        title={title}
        colour={look.primary}
        src={picture}
        onChoose={(file) => onChange({ ...look, picture: file })}
        onRemove={() => onChange({ ...look, picture: null })}
      />
      <ColourField
        label={t('workspaces.primary')}
        suggested={primaries}
        value={look.primary}
        onChange={(primary) => onChange({ ...look, primary })}
      />
      <ColourField
        suggested={secondaries}
        label={t('workspaces.secondary')}
        value={look.secondary}
        onChange={(secondary) => onChange({ ...look, secondary })}
      />
      <LookPreview title={title} avatar={picture} primary={look.primary} secondary={look.secondary} />
    </div>
  );
}
