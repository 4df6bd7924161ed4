import { Check, Copy, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { isolate, t } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { IconButton } from '~/kit/icon-button';
import { Notice } from '~/kit/notice';
import { useCopied } from '~/kit/use-copied';
import type { FirstSteps } from './api';
import { Quotation } from './facts';

export type Line = readonly [name: string, value: string];

type Props = {
  file: FirstSteps['file'];
  lines: readonly Line[];
  look: () => Promise<unknown>;
};

/** What only the settings file can hold: the lines, the way to make them count, and another look whether they do. */
export function LinesToAdd({ file, lines, look }: Props) {
  const [busy, setBusy] = useState(false);
  const [hasLooked, setHasLooked] = useState(false);
  const again = async () => {
    setBusy(true);
    await look();
    setHasLooked(true);
    setBusy(false);
  };
  const text = file.path
    ? lines.map(([name, value]) => `${name} = ${value}`).join('\n')
    : lines.map(([name, value]) => `--${name} ${value}`).join(' \\\n');
  return (
    <div className="grid gap-3">
      <Block
        text={text}
        label={file.path ? t('firstSteps.addLines', { file: isolate(file.path) }) : t('firstSteps.addFlags')}
      />
      {file.service ? (
        <Block text="sudo systemctl restart anbar" label={t('firstSteps.restart')} />
      ) : (
        <p className="text-pretty text-muted">{t('firstSteps.thenLook')}</p>
      )}
      {file.problem && (
        <Notice tone="danger" title={t('firstSteps.fileProblem')}>
          <Quotation words={file.problem} />
        </Notice>
      )}
      <div role="status" className="empty:hidden">
        {file.waiting.length > 0 ? (
          <Notice tone="warning">{t('firstSteps.waiting', { names: isolate(file.waiting.join(', ')) })}</Notice>
        ) : (
          hasLooked && file.path && !file.problem && <Notice>{t('firstSteps.unchanged')}</Notice>
        )}
      </div>
      <Button
        kind="outline"
        busy={busy}
        icon={<RefreshCw size={17} aria-hidden="true" />}
        className="justify-self-start"
        onClick={() => void again()}
      >
        {t('firstSteps.look')}
      </Button>
    </div>
  );
}

/** Lines to take along, as they are. */
export function Block({ text, label }: { text: string; label: string }) {
  const [copied, copy] = useCopied();
  const Icon = copied ? Check : Copy;
  return (
    <div role="group" aria-label={label} className="grid min-w-0 gap-1.5">
      <p className="text-pretty">{label}</p>
      <div dir="ltr" className="relative min-w-0">
        <pre className="min-h-11 rounded-control bg-sunken py-2.5 ps-4 pe-13 font-mono text-sm whitespace-pre-wrap ring-1 ring-line select-all ring-inset wrap-anywhere">
          {text}
        </pre>
        <IconButton
          label={t(copied ? 'firstSteps.copied' : 'firstSteps.copyLines')}
          onClick={() => copy(text)}
          className={cx('absolute end-0.5 top-0.5', copied && 'text-success!')}
        >
          <Icon size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <span role="status" className="sr-only">
        {copied && t('firstSteps.copied')}
      </span>
    </div>
  );
}
