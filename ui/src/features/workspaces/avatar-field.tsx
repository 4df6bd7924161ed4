import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '~/i18n';
import { SpaceAvatar } from '~/page/space-avatar';
import { Button } from '~/kit/button';
import { avatarProblem } from './avatar-rules';

type Props = {
  title: string;
  colour: string;
  src: string | null;
  busy?: boolean;
  onChoose: (image: File) => void;
  onRemove: () => void;
};

/** The picture of a workspace; pictures that the server would refuse are refused here. */
export function AvatarField({ title, colour, src, busy, onChoose, onRemove }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ReturnType<typeof avatarProblem>>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const found = avatarProblem(file);
    setProblem(found);
    if (!found) onChoose(file);
    if (input.current) input.current.value = '';
  };
  return (
    <div className="flex items-center gap-4">
      <SpaceAvatar space={{ title, avatar_url: src, primary_color: colour }} className="size-18 text-3xl" />
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button
            kind="outline"
            busy={busy}
            icon={<ImageUp size={17} aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {t(src ? 'workspaces.avatarChange' : 'workspaces.avatarChoose')}
          </Button>
          {src && (
            <Button kind="ghost" disabled={busy} icon={<Trash2 size={17} aria-hidden="true" />} onClick={onRemove}>
              {t('workspaces.avatarRemove')}
            </Button>
          )}
        </div>
        {problem ? (
          <p role="alert" className="text-xs text-danger">
            {t(`workspaces.${problem}`)}
          </p>
        ) : (
          <p className="text-xs text-muted">{t('workspaces.avatarHint')}</p>
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          aria-label={t('workspaces.avatar')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </div>
    </div>
  );
}
