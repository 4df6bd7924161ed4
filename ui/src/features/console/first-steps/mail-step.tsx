import { Send } from 'lucide-react';
import { useState } from 'react';
import { keyText } from '~/api/fault';
import type { MailTest } from '~/api/types.gen';
import { isolate, t } from '~/i18n';
import { when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useAct } from '~/page/use-act';
import { mailCalls, useConnections, type Connections, type MailServer } from '../settings/api';
import { DraftButtons, DraftNotes } from '../settings/draft-notes';
import { MailFields } from '../settings/mail-card';
import { useDraft } from '../settings/use-draft';
import { useMayChange } from '../use-rights';
import { sendTestMail, type FirstSteps } from './api';
import { Facts, Quotation } from './facts';
import { StepCard } from './step-card';

/** Whether mails go out: a server, and a mail that it accepted. */
export function MailStep({ steps }: { steps: FirstSteps }) {
  const { mail } = steps;
  const mayChange = useMayChange('settings');
  const [changing, setChanging] = useState(false);
  const [test, setTest] = useState<MailTest | null>(null);
  const isNew = mail.server === '';
  return (
    <StepCard steps={steps} name="mail" title={t('firstSteps.mail')} why={t('firstSteps.mailWhy')}>
      {!isNew && <MailFacts mail={mail} />}
      {test && <Outcome test={test} />}
      {mayChange && (isNew || changing) ? (
        <MailDraft
          isNew={isNew}
          onClose={() => {
            setChanging(false);
            setTest(null);
          }}
        />
      ) : (
        mayChange && (
          <div className="flex flex-wrap gap-2">
            <TestButton solid={mail.state !== 'done'} onTested={setTest} />
            <Button kind="outline" onClick={() => setChanging(true)}>
              {t('firstSteps.changeMail')}
            </Button>
          </div>
        )
      )}
    </StepCard>
  );
}

function MailFacts({ mail: { server, proven_at: proven, problem } }: { mail: FirstSteps['mail'] }) {
  return (
    <Facts
      facts={[
        {
          title: t('firstSteps.mailServer'),
          mark: problem ? 'bad' : 'good',
          text: (
            <>
              <bdi dir="ltr" className="font-semibold wrap-anywhere">
                {server}
              </bdi>
              {problem && (
                <>
                  <span className="block">{keyText(problem.key)}</span>
                  <Quotation words={problem.words} />
                </>
              )}
            </>
          ),
        },
        {
          title: t('firstSteps.mailProof'),
          mark: proven ? 'good' : 'open',
          text: proven ? t('firstSteps.mailProven', { time: when(proven) }) : t('firstSteps.mailUnproven'),
        },
      ]}
    />
  );
}

function TestButton({ solid, onTested }: { solid: boolean; onTested: (test: MailTest | null) => void }) {
  const { busy, act } = useAct();
  const send = () => {
    onTested(null);
    return act(async () => onTested(await sendTestMail()));
  };
  return (
    <Button
      kind={solid ? 'solid' : 'outline'}
      busy={busy}
      icon={<Send size={17} aria-hidden="true" className="rtl:-scale-x-100" />}
      onClick={() => void send()}
    >
      {t('firstSteps.sendTest')}
    </Button>
  );
}

/** How a test mail went, as the mail server said it. */
function Outcome({ test: { problem, to, server } }: { test: MailTest }) {
  if (problem)
    return (
      <Notice tone="danger" title={t('firstSteps.refused')}>
        <p>{keyText(problem.key)}</p>
        <Quotation words={problem.words} />
      </Notice>
    );
  return (
    <div role="status">
      <Notice>{t('firstSteps.accepted', { to: isolate(to), server: isolate(server) })}</Notice>
    </div>
  );
}

function MailDraft({ isNew, onClose }: { isNew: boolean; onClose: () => void }) {
  const { data, error, refetch } = useConnections();
  if (!data) return error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={2} />;
  return <MailForm mail={data.mail} isNew={isNew} onClose={onClose} />;
}

type FormProps = { mail: Connections['mail']; isNew: boolean; onClose: () => void };

function MailForm({ mail, isNew, onClose }: FormProps) {
  const draft = useDraft<MailServer>(mail.value, mailCalls, onClose);
  return (
    <form
      aria-label={t('connections.mail')}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!draft.busy) draft.save();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <MailFields draft={draft} />
      </div>
      <DraftNotes tested={draft.tested} problem={draft.problem} good={t('connections.mailTested')} />
      <div className="flex flex-wrap gap-2">
        {isNew ? (
          <Button type="submit" kind="solid" busy={draft.busy === 'save'}>
            {t('common.save')}
          </Button>
        ) : (
          <DraftButtons busy={draft.busy} onTest={draft.test} onCancel={onClose} />
        )}
      </div>
    </form>
  );
}
