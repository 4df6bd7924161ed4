import { ImageUp, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { fullName } from '~/api/me';
import type { User } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Avatar } from '~/kit/avatar';
import { Button } from '~/kit/button';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { removeAvatar } from './api';

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog')).CropDialog }));

const LIMIT = 10 * 1024 * 1024;

/** Why a picture cannot be used, as its words; null when it can. */
function problemOf(file: File): string | null {
  if (file.type !== 'image/png' && file.type !== 'image/jpeg') return t('profile.avatarType');
  return file.size >= LIMIT ? t('profile.avatarSize') : null;
}

/** The user's picture: chosen, cut to the part that counts, or taken away. */
export function AvatarField({ me }: { me: User }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const remove = useMutation({
    mutationFn: removeAvatar,
    onSuccess: () => void toast({ kind: 'success', title: t('profile.avatarRemoved') }),
    onError: sayFault,
  });
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const found = problemOf(chosen);
    setProblem(found);
    setFile(found ? null : chosen);
    if (input.current) input.current.value = '';
  };
  return (
    <div className="flex items-center gap-5">
      <Avatar name={fullName(me)} src={me.avatar} className="size-20 text-xl" />
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button kind="outline" icon={<ImageUp size={17} aria-hidden="true" />} onClick={() => input.current?.click()}>
            {t(me.avatar ? 'profile.avatarChange' : 'profile.avatarChoose')}
          </Button>
          {me.avatar && (
            <Button
              busy={remove.isPending}
              icon={<Trash2 size={17} aria-hidden="true" />}
              onClick={() => remove.mutate()}
            >
              {t('profile.avatarRemove')}
            </Button>
          )}
        </div>
        {problem ? (
          <p role="alert" className="text-xs text-danger">
            {problem}
          </p>
        ) : (
          <p className="text-xs text-muted">{t('profile.avatarHint')}</p>
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          aria-label={t('profile.avatar')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </div>
      {file && (
        <Suspense>
          <CropDialog file={file} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </div>
  );
}
