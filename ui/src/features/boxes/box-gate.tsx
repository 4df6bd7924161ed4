import { Inbox } from 'lucide-react';
import type { OpenBox } from '~/api/types';
import { useState } from 'react';
import { Gate } from '~/features/gate/gate';
import type { Credentials } from '~/features/gate/types';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { Rules } from './rules';

type Props = {
  box: OpenBox;
  /** The visit before has run out. */
  hasVisitEnded: boolean;
  onEnter: (credentials: Credentials) => Promise<void>;
};

/** Asks visitors for their name and for the credentials that the box requires. */
export function BoxGate({ box, hasVisitEnded, onEnter }: Props) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const named = box.per_visitor;
  const isComplete = () => {
    const missing = named && !name.trim();
    setProblem(missing ? t('publicbox.nameNeeded') : null);
    return !missing;
  };
  return (
    <>
      <header className="mb-6 text-center">
        <span
          aria-hidden="true"
          className="mx-auto mb-4 grid size-16 place-items-center rounded-2xl bg-brand-soft text-brand"
        >
          <Inbox size={32} strokeWidth={1.7} />
        </span>
        <h1 className="text-xl font-extrabold wrap-anywhere">
          <bdi>{box.title}</bdi>
        </h1>
        {box.description && (
          <p className="mt-2 text-pretty whitespace-pre-line text-muted">
            <bdi>{box.description}</bdi>
          </p>
        )}
      </header>
      {hasVisitEnded && (
        <div className="mb-4">
          <Notice tone="warning">{t('publicbox.over')}</Notice>
        </div>
      )}
      <Gate
        needs={box.needs}
        submit={t('publicbox.enter')}
        check={isComplete}
        onOpen={(credentials) => onEnter({ ...credentials, ...(name.trim() && { name: name.trim() }) })}
      >
        <TextField
          label={named ? t('publicbox.name') : t('publicbox.nameOptional')}
          hint={t('publicbox.nameHint')}
          autoComplete="name"
          maxLength={100}
          value={name}
          {...(problem && { error: problem })}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </Gate>
      <div className="mt-6 border-t border-line pt-4">
        <Rules box={box} />
      </div>
    </>
  );
}
