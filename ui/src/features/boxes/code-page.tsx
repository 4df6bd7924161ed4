import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Fault, faultText } from '~/api/fault';
import { deadEndOf } from '~/features/gate/dead-end';
import { PublicCard, PublicFrame } from '~/features/gate/public-frame';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { codeIn, fetchBox } from './public-api';

/** Asks for the code of an upload box and checks it. */
export function CodePage() {
  useLang();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const enter = async () => {
    const code = codeIn(text);
    if (!code) return setProblem(t('publicbox.codeNeeded'));
    setBusy(true);
    try {
      await fetchBox(code);
      navigate(`/u/${encodeURIComponent(code)}`);
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  return (
    <PublicFrame host={null}>
      <PublicCard>
        <header className="mb-6 text-center">
          <span
            aria-hidden="true"
            className="mx-auto mb-4 grid size-16 place-items-center rounded-2xl bg-brand-soft text-brand"
          >
            <Inbox size={32} strokeWidth={1.7} />
          </span>
          <h1 className="text-xl font-extrabold">{t('publicbox.codeTitle')}</h1>
          <p className="mt-1 text-pretty text-muted">{t('publicbox.codeText')}</p>
        </header>
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void enter();
          }}
        >
          <TextField
            latin
            autoFocus
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            label={t('publicbox.code')}
            value={text}
            {...(problem && { error: problem })}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <Button kind="solid" type="submit" busy={busy} className="h-11 w-full">
            {t('publicbox.enter')}
          </Button>
        </form>
      </PublicCard>
    </PublicFrame>
  );
}

/** The error of a code: an unknown one has other words than an expired one. */
function problemOf(error: unknown): string {
  const unknown = error instanceof Fault && error.status === 404 && deadEndOf(error);
  return unknown ? t('errors.invalid_upload_code') : faultText(error);
}
