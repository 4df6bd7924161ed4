import { CircleCheck, ClipboardCopy, FileDown, Printer } from 'lucide-react';
import type { Receipt } from '~/api/types';
import { t } from '~/i18n';
import { dateTime, size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { copyText } from '~/kit/copy-text';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { toast } from '~/kit/toast';

type Props = { title: string; receipts: readonly Receipt[] };

/** The uploaded files with a fingerprint of each: the visitor's proof. */
export function Receipts({ title, receipts }: Props) {
  const text = () => textOf(title, receipts);
  return (
    <section
      aria-label={t('publicbox.receipts')}
      className="overflow-hidden rounded-card bg-surface ring-1 ring-line"
      data-receipts
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-3">
        <CircleCheck size={20} aria-hidden="true" className="shrink-0 text-success" />
        <h2 className="min-w-40 flex-1 font-bold">
          <span role="status">{t('publicbox.received', { n: receipts.length })}</span>
        </h2>
        <div className="flex flex-wrap gap-1 print:hidden">
          <Button
            icon={<ClipboardCopy size={17} aria-hidden="true" />}
            onClick={() => {
              void copyText(text());
              toast({ title: t('gate.copied'), kind: 'success' });
            }}
          >
            {t('common.copy')}
          </Button>
          <Button icon={<FileDown size={17} aria-hidden="true" />} onClick={() => saveText(text())}>
            {t('common.save')}
          </Button>
          <Button icon={<Printer size={17} aria-hidden="true" />} onClick={() => print()}>
            {t('publicbox.print')}
          </Button>
        </div>
      </header>
      <ul className="divide-y divide-line">
        {receipts.map(({ name, size: bytes, hash, at }) => (
          <li key={`${hash}${name}${at}`} className="flex items-start gap-3 px-5 py-3">
            <FileIcon type={fileType(name, '')} size="md" />
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">
                <bdi>{name}</bdi>
              </p>
              <p className="text-xs text-muted">
                {size(bytes)}
                <span className="mx-1.5">·</span>
                <time dateTime={at}>{dateTime(at)}</time>
              </p>
              <p dir="ltr" className="mt-0.5 font-mono text-2xs break-all text-muted rtl:text-end">
                BLAKE3 {hash}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-5 py-3 text-xs text-pretty text-muted">{t('publicbox.receiptsText')}</p>
    </section>
  );
}

function textOf(title: string, receipts: readonly Receipt[]): string {
  const lines = receipts.flatMap(({ name, size: bytes, hash, at }) => [
    '',
    name,
    `${size(bytes)} · ${dateTime(at)}`,
    `BLAKE3 ${hash}`,
  ]);
  return [t('publicbox.receiptsOf', { title }), ...lines, ''].join('\n');
}

function saveText(text: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${t('publicbox.receiptsFile')}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
