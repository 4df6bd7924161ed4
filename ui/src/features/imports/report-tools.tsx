import { Download, EllipsisVertical, Printer, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { useAct } from '~/page/use-act';
import { forgetImport, isMine, repeatImport, saveReport, type Import } from './api';

/** The report as a file or on paper, and ways to go on from it. */
export function ReportTools({ of, back }: { of: Import; back: string }) {
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const { busy, act } = useAct();
  const { import_id: id } = of;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {of.may_repeat && isMine(of) && (
        <Button
          kind="soft"
          busy={busy}
          icon={<RefreshCw size={17} aria-hidden="true" />}
          title={t('imports.repeatText')}
          onClick={() => void act(() => repeatImport(id), t('imports.repeated'))}
        >
          {t('imports.repeat')}
        </Button>
      )}
      <Button
        kind="outline"
        icon={<Download size={17} aria-hidden="true" />}
        onClick={() => void act(() => saveReport(id))}
      >
        {t('imports.downloadReport')}
      </Button>
      <Menu
        label={t('imports.reportTitle')}
        align="end"
        entries={[
          {
            id: 'print',
            label: t('imports.print'),
            icon: <Printer size={18} />,
            // The menu must have gone from the page first.
            onSelect: () => void setTimeout(() => window.print(), 300),
          },
          'separator',
          {
            id: 'forget',
            label: t('imports.forget'),
            icon: <Trash2 size={18} />,
            danger: true,
            onSelect: () => setAsking(true),
          },
        ]}
        trigger={
          <button type="button" aria-label={t('imports.more')} className={iconButtonClass('-me-2')}>
            <EllipsisVertical size={18} aria-hidden="true" />
          </button>
        }
      />
      {asking && (
        <ConfirmDialog
          title={t('imports.forgetTitle')}
          text={t('imports.forgetText')}
          yes={t('imports.forget')}
          run={async () => {
            if (await act(() => forgetImport(id), t('imports.forgotten'))) navigate(back, { replace: true });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
