import { Check, Copy, KeySquare } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { callsDocument, callsPage } from '~/api/calls';
import { isLoggedIn } from '~/api/session';
import { useSpaces } from '~/api/spaces';
import { isolateLatin, t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { Card } from '~/kit/layout';
import { Select } from '~/kit/select';
import { useCopied } from '~/kit/use-copied';
import { listSamples, type Place, type Sample } from './samples';

const blank: Place = { origin: location.origin, spaceId: 'WORKSPACE_ID', rootId: 'FOLDER_ID' };

/** How programs work with the files of this server, with samples that have its address and the reader's workspace. */
export function ApiTopic() {
  return isLoggedIn() ? <OwnSamples /> : <ApiText place={blank} />;
}

function OwnSamples() {
  const spaces = useSpaces().data ?? [];
  const [chosen, setChosen] = useState('');
  const space = spaces.find(({ space_id: id }) => id === chosen) ?? spaces[0];
  const place = space ? { ...blank, spaceId: space.space_id, rootId: space.root_directory_id } : blank;
  return (
    <ApiText
      place={place}
      choice={
        spaces.length > 1 && (
          <Select
            label={t('help.apiSpace')}
            value={place.spaceId}
            options={spaces.map(({ space_id: value, title: label }) => ({ value, label }))}
            onChange={setChosen}
          />
        )
      }
    />
  );
}

function ApiText({ place, choice }: { place: Place; choice?: ReactNode }) {
  const rules = ['help.apiRulesJson', 'help.apiRulesErrors', 'help.apiRulesWait', 'help.apiRulesPages'] as const;
  return (
    <>
      <Card title={t('help.apiStart')} text={isolateLatin(t('help.apiStartText'))}>
        <Link href="/account/settings?tab=tokens" className={buttonClass('solid', 'justify-self-start')}>
          <KeySquare size={18} aria-hidden="true" />
          {t('help.apiTokens')}
        </Link>
      </Card>
      <Card title={t('help.apiSamples')} text={isolateLatin(t('help.apiSamplesText'))}>
        {choice}
        {listSamples(place).map((sample) => (
          <SampleCode key={sample.id} sample={sample} />
        ))}
      </Card>
      <Card title={t('help.apiRules')}>
        <ul className="grid list-disc gap-2 ps-5">
          {rules.map((rule) => (
            <li key={rule}>{isolateLatin(t(rule))}</li>
          ))}
        </ul>
      </Card>
      <Card title={t('help.apiReference')} text={t('help.apiReferenceText')}>
        <div className="flex flex-wrap gap-2">
          <a href={callsPage} target="_blank" rel="noreferrer" className={buttonClass('outline')}>
            {t('help.apiDocs')}
          </a>
          <a href={callsDocument} target="_blank" rel="noreferrer" className={buttonClass('outline')}>
            {isolateLatin(t('help.apiDocument'))}
          </a>
        </div>
      </Card>
    </>
  );
}

function SampleCode({ sample: { id, title, code } }: { sample: Sample }) {
  const [copied, copy] = useCopied();
  const Icon = copied ? Check : Copy;
  return (
    <section className="grid min-w-0 gap-1.5" aria-label={t(title)}>
      <div className="flex items-center gap-2">
        <h3 className="flex-1 font-semibold">{t(title)}</h3>
        <IconButton
          label={copied ? t('help.apiCopied') : t('help.apiCopy', { title: t(title) })}
          onClick={() => copy(code)}
          className={copied ? 'text-success!' : undefined}
        >
          <Icon size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <pre
        dir="ltr"
        data-sample={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways
        tabIndex={0}
        className="scroll-thin overflow-x-auto rounded-control bg-sunken px-4 py-3 font-mono text-xs leading-6 ring-1 ring-line ring-inset"
      >
        {code}
      </pre>
      <span role="status" className="sr-only">
        {copied && t('help.apiCopied')}
      </span>
    </section>
  );
}
