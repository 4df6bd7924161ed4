import { Mail, MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { fullDate } from '~/i18n/format';
import { RelativeTime } from '~/page/dates/relative-time';
import { ChoiceRow } from '../choice-row';
import { KeyHints } from '../key-hints';
import { Tag, type Tone } from '../tag';
import type { Message } from './outbox-api';
import { kindWords, stateKey } from './outbox-words';

type Props = {
  messages: readonly Message[];
  shown: Message | undefined;
  onChoose: (message: Message) => void;
  more: ReactNode;
};

/** The messages of a state, the newest first. */
export function MessageList({ messages, shown, onChoose, more }: Props) {
  return (
    <div className="scroll-thin w-full shrink-0 overflow-y-auto border-line min-[900px]:w-88 min-[900px]:border-e">
      <ul aria-label={t('consoleSystem.outbox')}>
        {messages.map((message) => (
          <Row
            key={message.message_id}
            message={message}
            current={message === shown}
            onChoose={() => onChoose(message)}
          />
        ))}
      </ul>
      {more && <div className="grid p-4">{more}</div>}
      <KeyHints hints={[{ keys: ['J', 'K'], text: t('console.keyMove') }]} />
    </div>
  );
}

export const stateTones: Readonly<Record<Message['state'], Tone>> = {
  waiting: 'busy',
  sent: 'good',
  given_up: 'bad',
  kept: 'warning',
  canceled: 'calm',
};

function Row({ message, current, onChoose }: { message: Message; current: boolean; onChoose: () => void }) {
  const Icon = message.channel === 'sms' ? MessageSquareText : Mail;
  return (
    <ChoiceRow current={current} onChoose={onChoose} className="flex items-start gap-3 px-4">
      <Icon
        size={18}
        role="img"
        aria-label={t(`consoleSystem.${message.channel}`)}
        className="mt-0.5 shrink-0 text-muted"
      />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate font-semibold">{kindWords(message.kind)}</span>
          <span title={fullDate(message.created_at)} className="shrink-0 text-xs text-muted">
            <RelativeTime at={message.created_at} />
          </span>
        </span>
        <span className="flex items-center gap-3">
          <span className="min-w-0 flex-1 truncate text-sm text-muted">
            {message.to ? <bdi dir="ltr">{message.to}</bdi> : t('consoleSystem.erased')}
          </span>
          <Tag tone={stateTones[message.state]}>{t(stateKey(message.state))}</Tag>
        </span>
      </span>
    </ChoiceRow>
  );
}
