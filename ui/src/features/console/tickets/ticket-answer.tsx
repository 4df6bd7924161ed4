import { TextQuote } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { AttachField } from '~/features/tickets/attach-field';
import { MOST_TEXT, TextArea } from '~/features/tickets/text-area';
import { useAttachments } from '~/features/tickets/use-attachments';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { SegmentedControl } from '~/kit/segmented-control';
import { act, type Support, type StaffTicket } from './tickets-api';
import { actText } from './use-ticket-act';

type Kind = 'reply' | 'note';
type Props = {
  ticket: StaffTicket;
  support: Support;
  kind: Kind;
  onKind: (kind: Kind) => void;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Writes an answer to the user, or a note for colleagues. */
export function TicketAnswer({ ticket, support, kind, onKind, field }: Props) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState<'send' | 'solve' | null>(null);
  const attachments = useAttachments();
  const note = kind === 'note';
  // A closed ticket takes notes, but no answer.
  const closed = ticket.status === 'closed' && !note;
  const send = async (solves: boolean) => {
    if (busy || attachments.busy || closed) return;
    if (!text.trim()) return setProblem(t('tickets.textNeeded'));
    if (text.length > MOST_TEXT) return setProblem(t('tickets.textLong'));
    setBusy(solves ? 'solve' : 'send');
    try {
      await act(ticket, kind, { text, attachments: attachments.ids, ...(solves && { solves }) });
      // A toast would lie over the button that sends, on a phone.
      setSaid(t(note ? 'tickets.noted' : 'tickets.sent'));
      setText('');
      setProblem('');
      attachments.clear();
      onKind('reply');
    } catch (error) {
      setProblem(actText(error));
    }
    setBusy(null);
  };
  return (
    <form
      noValidate
      className="grid shrink-0 gap-3 border-t border-line bg-surface px-4 py-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6"
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <div className="flex items-center gap-2">
        <SegmentedControl<Kind>
          hideLabel
          label={t('tickets.writeAs')}
          value={kind}
          segments={[
            { value: 'reply', label: t('tickets.reply') },
            { value: 'note', label: t('tickets.note') },
          ]}
          onChange={onKind}
        />
        <span className="flex-1" />
        {support.canned.length > 0 && (
          <Menu
            label={t('tickets.insert')}
            align="end"
            entries={support.canned.map(({ canned_id: id, title, text: words }) => ({
              id,
              label: title,
              onSelect: () => setText((before) => (before.trim() ? `${before.trimEnd()}\n\n${words}` : words)),
            }))}
            trigger={
              <button
                type="button"
                aria-label={t('tickets.insert')}
                title={t('tickets.insert')}
                className={iconButtonClass()}
              >
                <TextQuote size={19} aria-hidden="true" />
              </button>
            }
          />
        )}
      </div>
      <TextArea
        hideLabel
        label={t(note ? 'tickets.noteText' : 'tickets.reply')}
        rows={3}
        value={text}
        inputRef={field}
        {...(problem && { error: problem })}
        {...(note && { hint: t('tickets.noteHint') })}
        {...(closed && { hint: t('tickets.closed') })}
        onChange={(next) => {
          setText(next);
          setProblem('');
        }}
        onSend={() => void send(false)}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      <AttachField attachments={attachments}>
        {!note && (
          <Button kind="outline" disabled={closed} busy={busy === 'solve'} onClick={() => void send(true)}>
            {t('tickets.sendSolve')}
          </Button>
        )}
        <Button kind="solid" type="submit" disabled={closed} busy={busy === 'send' || attachments.busy}>
          {t(note ? 'tickets.addNote' : 'tickets.send')}
        </Button>
      </AttachField>
    </form>
  );
}
