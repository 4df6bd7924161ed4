import { Check, Copy, Download } from 'lucide-react';
import { currentLang, t } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { Button } from '~/kit/button';
import { useCopied } from '~/kit/use-copied';
import { Notice } from '~/kit/notice';

/** The codes as a text file, with a word about what they are. */
function download(codes: readonly string[]) {
  const text = `${t('twofactor.fileTitle', { host: location.host })}\n${dateTime(Date.now())}\n\n${codes.join('\n')}\n\n${t('twofactor.fileNote')}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: `text/plain;charset=utf-8;lang=${currentLang()}` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `anbar-codes-${location.hostname}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Backup codes, the only time they can be read. */
export function StaticCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, copy] = useCopied();
  return (
    <div className="grid gap-4">
      <Notice tone="warning">{t('twofactor.codesOnce')}</Notice>
      <ol
        dir="ltr"
        aria-label={t('twofactor.static')}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-card bg-sunken px-5 py-4 font-mono text-base tracking-wider tabular-nums ring-1 ring-line ring-inset"
      >
        {codes.map((code) => (
          <li key={code} className="text-center select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-2 gap-2">
        <Button
          kind="outline"
          icon={copied ? <Check size={17} aria-hidden="true" /> : <Copy size={17} aria-hidden="true" />}
          onClick={() => copy(codes.join('\n'))}
        >
          {t(copied ? 'twofactor.copied' : 'twofactor.copyAll')}
        </Button>
        <Button kind="outline" icon={<Download size={17} aria-hidden="true" />} onClick={() => download(codes)}>
          {t('twofactor.download')}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {copied && t('twofactor.copied')}
      </span>
      <Button kind="solid" className="h-11 w-full" onClick={onDone}>
        {t('twofactor.codesKept')}
      </Button>
    </div>
  );
}
