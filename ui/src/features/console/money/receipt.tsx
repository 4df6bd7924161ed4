import { FileText, ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Skeleton } from '~/kit/skeleton';
import { Trouble } from '~/page/card-states';
import { useReceipt, type Payment } from '../api';

/** The receipt that the buyer sent, or that there is none. */
export function Receipt({ payment }: { payment: Payment }) {
  if (payment.receipt_type) return <SentReceipt id={payment.payment_id} type={payment.receipt_type} />;
  if (payment.provider !== 'transfer') return null;
  return (
    <div className="grid w-52 justify-items-center gap-2 rounded-card border border-dashed border-edge px-4 py-10 text-center text-muted max-sm:w-full">
      <ImageOff size={26} aria-hidden="true" />
      <p className="text-pretty">{t('console.noReceiptText')}</p>
    </div>
  );
}

/** An address of bytes for as long as the page shows them. */
function useUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

function SentReceipt({ id, type }: { id: string; type: string }) {
  const { data, error, refetch } = useReceipt(id);
  const url = useUrl(data);
  if (error && !data) return <Trouble error={error} retry={refetch} />;
  if (!url) return <Skeleton className="h-64 w-52 rounded-card" />;
  if (type === 'application/pdf')
    return (
      <a href={url} target="_blank" rel="noreferrer" className={buttonClass('outline')}>
        <FileText size={18} aria-hidden="true" />
        {t('console.openReceipt')}
      </a>
    );
  return (
    <figure className="grid gap-2 max-sm:w-full">
      <a href={url} target="_blank" rel="noreferrer" className="block rounded-card">
        <img
          src={url}
          alt={t('console.receipt')}
          className="max-h-96 w-52 rounded-card bg-sunken object-contain ring-1 ring-line max-sm:max-h-none max-sm:w-full"
        />
      </a>
      <figcaption className="text-xs text-muted">{t('console.zoom')}</figcaption>
    </figure>
  );
}
