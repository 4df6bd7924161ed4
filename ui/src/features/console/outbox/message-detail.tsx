import { ArrowLeft, Send, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { num, t } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { Notice } from '~/kit/notice';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { FactList } from '../fact-list';
import { useMayChange } from '../use-rights';
import { Tag } from '../tag';
import { cancelMessage, resend, useMessage, type Message } from './outbox-api';
import { stateTones } from './message-list';
import { kindWords, mayCancel, mayResend, stateKey } from './outbox-words';

/** A message: its facts, its text without secrets, and the actions of staff. */
export function MessageDetail({ message, onBack }: { message: Message; onBack?: () => void }) {
  const title = kindWords(message.kind);
  return (
    <section aria-label={title} className="flex min-w-0 flex-1 flex-col">
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        tabIndex={0}
        role="group"
        aria-label={title}
        className="scroll-thin grid min-h-0 flex-1 content-start gap-5 overflow-y-auto px-4 py-5 sm:px-7"
      >
        <div className="flex items-center gap-2">
          {onBack && (
            <IconButton label={t('common.back')} onClick={onBack} className="-ms-2">
              <ArrowLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
            </IconButton>
          )}
          <h2 className="min-w-0 text-lg font-bold">{title}</h2>
          <Tag tone={stateTones[message.state]}>{t(stateKey(message.state))}</Tag>
        </div>
        {message.error && (
          <Notice tone={message.state === 'sent' ? 'info' : 'danger'} title={t('consoleSystem.lastError')}>
            <bdi dir="ltr" className="break-words">
              {message.error}
            </bdi>
          </Notice>
        )}
        {message.late && message.state !== 'sent' && <Notice tone="warning">{t('consoleSystem.late')}</Notice>}
        <Facts message={message} />
        <Preview id={message.message_id} />
      </div>
      <Acts message={message} />
    </section>
  );
}

function Facts({ message }: { message: Message }) {
  const { to, channel, language, tries, created_at: created, next_at: next, sent_at: sent } = message;
  const facts: [string, ReactNode][] = [
    [
      t('consoleSystem.to'),
      <bdi key="to" dir="ltr" className="break-all">
        {to}
      </bdi>,
    ],
    [t('consoleSystem.channel'), t(`consoleSystem.${channel}`)],
    [t('consoleSystem.language'), t(language === 'fa' ? 'consoleSystem.persian' : 'consoleSystem.english')],
    [t('consoleSystem.created'), dateTime(created)],
    [t('consoleSystem.sentAt'), sent && dateTime(sent)],
    [t('consoleSystem.next'), next && dateTime(next)],
    [t('consoleSystem.tries'), num(tries)],
  ];
  return <FactList facts={facts} />;
}

function Preview({ id }: { id: string }) {
  const { data, error, refetch } = useMessage(id);
  if (!data) return error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={1} />;
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('consoleSystem.preview')}</h3>
      {data.text ? (
        <>
          <p className="text-xs text-muted">{t('consoleSystem.previewText')}</p>
          <Letter subject={data.subject} text={data.text} language={data.language} />
        </>
      ) : (
        <p className="text-muted">{t('consoleSystem.noPreview')}</p>
      )}
    </div>
  );
}

/** A line that is an address of a page is read from left to right, also where its end is hidden. */
const isLink = /^https?:\/\//;

/** A message as its reader sees it, as plain text. */
export function Letter({ subject, text, language }: { subject: string; text: string; language: string }) {
  return (
    <div
      dir={language === 'fa' ? 'rtl' : 'ltr'}
      lang={language}
      className="rounded-card bg-sunken p-4 text-start ring-1 ring-line"
    >
      {subject && <p className="mb-2 font-semibold">{subject}</p>}
      <div className="break-words whitespace-pre-wrap">
        {text
          .trim()
          .split('\n')
          .map((line, at) => (
            // The lines of a message never change their order.
            <div key={at} className="min-h-[1lh]">
              {isLink.test(line) ? <bdi dir="ltr">{line}</bdi> : line}
            </div>
          ))}
      </div>
    </div>
  );
}

function Acts({ message }: { message: Message }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const mayChange = useMayChange('outbox');
  if (!mayChange || (!mayResend(message) && !mayCancel(message))) return null;
  const run = async (act: (id: string) => Promise<void>, done: string) => {
    setBusy(true);
    try {
      await act(message.message_id);
      // The state is in sight; a toast would lie over the buttons on a phone.
      setSaid(done);
    } catch (error) {
      sayFault(error);
    }
    setBusy(false);
  };
  return (
    <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line bg-sunken px-4 py-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-7">
      <p role="status" className="sr-only">
        {said}
      </p>
      {mayCancel(message) && (
        <Button
          busy={busy}
          icon={<X size={17} aria-hidden="true" />}
          onClick={() => void run(cancelMessage, t('consoleSystem.wasCanceled'))}
        >
          {t('consoleSystem.cancel')}
        </Button>
      )}
      {mayResend(message) && (
        <Button
          kind="solid"
          busy={busy}
          icon={<Send size={17} aria-hidden="true" className="rtl:-scale-x-100" />}
          onClick={() => void run(resend, t('consoleSystem.resent'))}
        >
          {t('consoleSystem.resend')}
        </Button>
      )}
    </footer>
  );
}
