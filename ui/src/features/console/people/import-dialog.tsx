import { useState } from 'react';
import { faultText, keyText } from '~/api/fault';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { importPeople, type Import } from './api';

/** Reads a file of people, shows its rows with what is wrong, and invites them when nothing is. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState('');
  const [read, setRead] = useState<Import | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (text: string, send: boolean) => {
    setBusy(true);
    setProblem('');
    try {
      const answer = await importPeople(text, send);
      setCsv(text);
      setRead(answer);
      if (answer.sent) {
        toast({ kind: 'success', title: t('consolePeople.importDone', { n: answer.good }) });
        onClose();
      }
    } catch (error) {
      setRead(null);
      setProblem(faultText(error));
    }
    setBusy(false);
  };
  const wrong = read?.rows.filter(({ error }) => error) ?? [];
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('consolePeople.importTitle')}
      description={t('consolePeople.importText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="solid"
            busy={busy}
            disabled={!read || read.good === 0 || wrong.length > 0}
            onClick={() => void run(csv, true)}
          >
            {t('consolePeople.importSend', { n: read?.good ?? 0 })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <label className="grid gap-1.5 font-medium">
          {t('consolePeople.importFile')}
          <input
            type="file"
            accept=".csv,text/csv"
            className="font-normal file:me-3 file:h-9 file:rounded-control file:bg-sunken file:px-4 file:ring-1 file:ring-line"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void file.text().then((text) => run(text, false));
            }}
          />
        </label>
        {problem && <Notice tone="danger">{problem}</Notice>}
        {read && (
          <>
            <Notice tone={wrong.length > 0 ? 'warning' : 'info'}>
              {wrong.length > 0
                ? t('consolePeople.importWrong', { n: wrong.length, rows: num(read.rows.length) })
                : t('consolePeople.importGood', { n: read.good })}
            </Notice>
            <ul aria-label={t('consolePeople.importRows')} className="divide-y divide-line">
              {[...wrong, ...read.rows.filter(({ error }) => !error)].slice(0, 100).map((row) => (
                <li key={row.line} className="flex items-baseline gap-3 py-2">
                  <span className="w-14 shrink-0 text-xs text-muted">
                    {t('consolePeople.line', { n: num(row.line) })}
                  </span>
                  <span className="min-w-0 flex-1">
                    <bdi dir="ltr" className="break-all">
                      {row.email || '—'}
                    </bdi>
                    {row.error && <span className="block text-xs text-danger">{keyText(row.error)}</span>}
                  </span>
                  <bdi className="max-w-40 truncate text-muted">{row.name}</bdi>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
