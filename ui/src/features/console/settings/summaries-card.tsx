import { useState } from 'react';
import type { SummariesSetting } from '~/api/types.gen';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { faultText } from '~/api/fault';
import { Notice } from '~/kit/notice';
import { FormCard } from './form-card';
import { useMayChange } from '../use-rights';
import { SecretField } from '../secret-field';
import { saveSummaries, testSummaries } from './settings-api';

/** The endpoint that writes summaries of documents, and whether it works. */
export function SummariesCard({ summaries }: { summaries: SummariesSetting }) {
  const [draft, setDraft] = useState({ url: summaries.url, model: summaries.model, key: '' });
  const [refused, setRefused] = useState<Record<string, string>>({});
  const dirty = draft.url !== summaries.url || draft.model !== summaries.model || draft.key !== '';
  return (
    <FormCard
      title={t('consoleSystem.summaries')}
      text={t('consoleSystem.summariesText')}
      fixed={[]}
      dirty={dirty}
      save={() => saveSummaries({ url: draft.url, model: draft.model, ...(draft.key && { key: draft.key }) })}
      onRefused={setRefused}
    >
      <TextField
        label={t('consoleSystem.summariesUrl')}
        hint={t('consoleSystem.summariesUrlHint')}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        value={draft.url}
        error={refused['url']}
        onChange={(event) => setDraft({ ...draft, url: event.currentTarget.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <TextField
          label={t('consoleSystem.summariesModel')}
          dir="ltr"
          autoComplete="off"
          maxLength={200}
          value={draft.model}
          error={refused['model']}
          onChange={(event) => setDraft({ ...draft, model: event.currentTarget.value })}
        />
        <SecretField
          label={t('consoleSystem.summariesKey')}
          stored={summaries.has_key}
          value={draft.key}
          hint={t('consoleSystem.summariesKeyHint')}
          error={refused['key']}
          onChange={(key) => setDraft({ ...draft, key })}
        />
      </div>
      {summaries.url !== '' && !dirty && <Trial />}
    </FormCard>
  );
}

function Trial() {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ tone: 'info' | 'danger'; title: string; text?: string }>();
  const mayChange = useMayChange('settings');
  if (!mayChange) return null;
  const run = async () => {
    setBusy(true);
    setSaid(undefined);
    try {
      const { model, sample, tokens_per_second: n } = await testSummaries();
      setSaid({
        tone: 'info',
        title: t('consoleSystem.summariesTested', {
          model: `\u2066${model}\u2069`,
          n: num(n, { maximumFractionDigits: 1 }),
        }),
        text: sample,
      });
    } catch (error) {
      setSaid({ tone: 'danger', title: faultText(error) });
    }
    setBusy(false);
  };
  return (
    <div className="grid justify-items-start gap-3">
      <Button kind="outline" busy={busy} onClick={() => void run()}>
        {t('consoleSystem.summariesTest')}
      </Button>
      {said && (
        <Notice tone={said.tone}>
          <p className="font-semibold">{said.title}</p>
          {said.text && (
            <p dir="auto" className="wrap-anywhere">
              {said.text}
            </p>
          )}
        </Notice>
      )}
    </div>
  );
}
