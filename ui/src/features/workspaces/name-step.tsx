import { CircleCheck } from 'lucide-react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Spinner } from '~/kit/spinner';
import type { TitleCheck } from './use-title-check';

type Props = { title: string; onChange: (title: string) => void; check: TitleCheck };

function Hint({ check }: { check: TitleCheck }) {
  return (
    <span role="status" className="flex min-h-5 items-center gap-1.5">
      {check.state === 'empty' && t('workspaces.nameHint')}
      {check.state === 'checking' && (
        <>
          <Spinner className="size-3.5" />
          {t('workspaces.nameChecking')}
        </>
      )}
      {check.state === 'free' && (
        <span className="flex items-center gap-1.5 text-success">
          <CircleCheck size={15} aria-hidden="true" />
          {t('workspaces.nameFree')}
        </span>
      )}
    </span>
  );
}

/** The name is checked while it is typed. */
export function NameStep({ title, onChange, check }: Props) {
  return (
    <TextField
      label={t('workspaces.name')}
      placeholder={t('setup.spacePlaceholder')}
      value={title}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={check.state === 'refused' ? check.words : undefined}
      hint={<Hint check={check} />}
      autoComplete="off"
      maxLength={200}
      autoFocus
    />
  );
}
