import { useState, type ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { useMayChange } from '../use-rights';
import { Tag } from '../tag';
import type { Source } from './api';
import { DraftButtons, DraftNotes } from './draft-notes';
import type { Draft } from './use-draft';

/** Where a connection comes from, in a word. */
export const SourceTag = ({ source }: { source: Source }) => (
  <Tag tone={source === 'console' ? 'busy' : source === 'none' ? 'warning' : 'calm'}>
    {t(`connections.source_${source}`)}
  </Tag>
);

type Props = {
  title: string;
  text: string;
  source: Source;
  /** The connection of the configuration, which counts again when the entered one is forgotten. */
  instead: string;
  /** The connection in a few words; nothing when there is none. */
  summary: ReactNode;
  forget: () => Promise<void>;
  onOpen: () => void;
};

/** A connection in few words. */
export function ConnectionCard({ title, text, source, instead, summary, forget, onOpen }: Props) {
  const [busy, setBusy] = useState(false);
  const mayChange = useMayChange('settings');
  const leave = async () => {
    setBusy(true);
    try {
      await forget();
      toast({ kind: 'success', title: t('common.saved') });
    } catch (error) {
      sayFault(error);
    }
    setBusy(false);
  };
  const open = {
    none: 'connections.setUp',
    configuration: 'connections.override',
    console: 'connections.edit',
  } as const;
  return (
    <section aria-label={title}>
      <Card
        title={title}
        text={text}
        footer={
          mayChange && (
            <>
              {source === 'console' && (
                <Button kind="outline" busy={busy} onClick={() => void leave()}>
                  {t(instead ? 'connections.useConfiguration' : 'connections.remove')}
                </Button>
              )}
              <Button kind={source === 'none' ? 'solid' : 'outline'} onClick={onOpen}>
                {t(open[source])}
              </Button>
            </>
          )
        }
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <SourceTag source={source} />
          {summary}
        </div>
        {source === 'configuration' && <p className="text-sm text-pretty text-muted">{t('connections.fromFile')}</p>}
        {source === 'console' && instead && (
          <p className="text-sm text-pretty text-muted">
            {t('connections.insteadOf', { name: `\u2068${instead}\u2069` })}
          </p>
        )}
      </Card>
    </section>
  );
}

type FormProps<T extends object> = {
  title: string;
  text: string;
  draft: Draft<T>;
  /** The words for a test that went well. */
  good: string;
  onClose: () => void;
  children: ReactNode;
};

/** The form of a connection, in the place of its card. */
export function ConnectionForm<T extends object>({ title, text, draft, good, onClose, children }: FormProps<T>) {
  return (
    <form
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!draft.busy) draft.save();
      }}
    >
      <Card
        title={title}
        text={text}
        footer={<DraftButtons busy={draft.busy} onTest={draft.test} onCancel={onClose} />}
      >
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">{children}</div>
        <DraftNotes tested={draft.tested} problem={draft.problem} good={good} />
      </Card>
    </form>
  );
}
