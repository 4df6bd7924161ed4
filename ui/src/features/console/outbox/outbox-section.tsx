import { LayoutTemplate, MailCheck, Send } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { SearchField } from '~/kit/search-field';
import { SegmentedControl } from '~/kit/segmented-control';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { useIsCompact } from '~/kit/use-media';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { useMayChange } from '../use-rights';
import { SectionFrame } from '../section-frame';
import { useLetters } from '../use-letters';
import { isShown, messageStates, resendAll, useOutbox, type Message, type Shown } from './outbox-api';
import { MessageDetail } from './message-detail';
import { MessageList } from './message-list';
import { TemplatesDialog } from './templates-dialog';
import { TestDialog } from './test-dialog';

/** Mails and text messages: which ones went out, and why others did not. */
export function OutboxSection() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('state');
  const state = isShown(asked) ? asked : 'all';
  const [text, setText] = useState('');
  const query = useDebouncedValue(text.trim(), 250);
  const [dialog, setDialog] = useState<'test' | 'templates' | null>(null);
  const mayChange = useMayChange('outbox');
  const counts = useOutbox('all', '').data?.pages[0];
  const labelOf = (value: Shown) => {
    const count = { given_up: counts?.given_up, waiting: counts?.waiting, kept: counts?.kept, all: 0, sent: 0 }[value];
    const words = t(`consoleSystem.${value}`);
    return count ? `${words} (${num(count)})` : words;
  };
  return (
    <SectionFrame
      title={t('consoleSystem.outbox')}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <Button
            kind="outline"
            icon={<LayoutTemplate size={17} aria-hidden="true" />}
            onClick={() => setDialog('templates')}
          >
            {t('consoleSystem.templates')}
          </Button>
          {mayChange && (
            <Button kind="outline" icon={<Send size={17} aria-hidden="true" />} onClick={() => setDialog('test')}>
              {t('consoleSystem.test')}
            </Button>
          )}
        </div>
      }
    >
      <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line px-4 py-2.5 sm:px-6">
        <div className="max-w-full overflow-x-auto [scrollbar-width:none] max-sm:[&>*]:w-max">
          <SegmentedControl<Shown>
            hideLabel
            label={t('consoleSystem.state')}
            value={state}
            segments={messageStates.map((value) => ({ value, label: labelOf(value) }))}
            onChange={(next) => setSearch({ state: next }, { replace: true })}
          />
        </div>
        <SearchField
          className="w-72 max-sm:w-full"
          label={t('consoleSystem.findMessage')}
          value={text}
          onChange={(next) => setText(next.slice(0, 100))}
        />
        {mayChange && state === 'given_up' && !!counts?.given_up && <ResendAllButton />}
      </div>
      {counts && !counts.mail && (
        <div className="shrink-0 border-b border-line px-4 py-3 sm:px-6">
          <Notice tone="warning" title={t('consoleSystem.noServer')}>
            {t('consoleSystem.noServerText')}
          </Notice>
        </div>
      )}
      <Messages key={`${state} ${query}`} state={state} query={query} />
      {dialog === 'test' && <TestDialog onClose={() => setDialog(null)} />}
      {dialog === 'templates' && <TemplatesDialog onClose={() => setDialog(null)} />}
    </SectionFrame>
  );
}

function ResendAllButton() {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      toast({ kind: 'success', title: t('consoleSystem.resentMany', { n: await resendAll() }) });
    } catch (error) {
      sayFault(error);
    }
    setBusy(false);
  };
  return (
    <Button kind="outline" busy={busy} onClick={() => void run()}>
      {t('consoleSystem.resendAll')}
    </Button>
  );
}

function Messages({ state, query: text }: { state: Shown; query: string }) {
  const compact = useIsCompact();
  const [search, setSearch] = useSearchParams();
  const query = useOutbox(state, text);
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? [];
  const open = messages.find(({ message_id: id }) => id === search.get('message'));
  // Beside the list, something is always open.
  const shown = open ?? (compact ? undefined : messages[0]);
  const index = shown ? messages.indexOf(shown) : -1;
  const choose = (message?: Message) =>
    setSearch({ state, ...(message && { message: message.message_id }) }, { replace: !compact });
  useLetters({
    j: () => messages[index + 1] && choose(messages[index + 1]),
    k: () => messages[index - 1] && choose(messages[index - 1]),
  });
  if (!query.data)
    return (
      <div className="p-6">
        {query.error ? <Trouble error={query.error} retry={query.refetch} /> : <RowsSkeleton rows={4} />}
      </div>
    );
  if (messages.length === 0)
    return (
      <div className="grid flex-1 place-items-center">
        <State
          icon={<MailCheck size={34} />}
          title={t('consoleSystem.emptyTitle')}
          text={t('consoleSystem.emptyText')}
        />
      </div>
    );
  return (
    <div className="flex min-h-0 flex-1">
      {(!compact || !shown) && (
        <MessageList
          messages={messages}
          shown={shown}
          onChoose={choose}
          more={
            query.hasNextPage && (
              <Button kind="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('consoleSystem.more')}
              </Button>
            )
          }
        />
      )}
      {shown && <MessageDetail key={shown.message_id} message={shown} {...(compact && { onBack: () => choose() })} />}
    </div>
  );
}
