import { Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { PasswordField } from '~/kit/field';
import { State } from '~/kit/state';

interface Props {
  text: string;
  /** The last one opened nothing. */
  wrong: boolean;
  onTry: (password: string) => void;
}

/** Asks for the password of a document or of a file in an archive. It never leaves the device. */
export function PasswordForm({ text, wrong, onTry }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="grid h-full place-items-center overflow-y-auto">
      <State
        icon={<Lock size={34} strokeWidth={1.6} />}
        title={t('preview.archiveLocked')}
        text={text}
        actions={
          <form
            className="grid w-72 max-w-full gap-3 text-start"
            onSubmit={(event) => {
              event.preventDefault();
              if (field.current?.value) onTry(field.current.value);
            }}
          >
            <PasswordField
              ref={field}
              label={t('preview.archivePassword')}
              autoComplete="off"
              error={wrong ? t('preview.archiveWrong') : undefined}
            />
            <Button kind="solid" type="submit">
              {t('preview.archiveShow')}
            </Button>
          </form>
        }
      />
    </div>
  );
}
