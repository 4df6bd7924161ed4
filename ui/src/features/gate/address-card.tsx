import { Share2 } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { AddressNotice } from '~/page/address-notice';
import { Skeleton } from '~/kit/skeleton';
import { toast } from '~/kit/toast';

const QrCode = lazy(async () => ({ default: (await import('~/kit/qr-code')).QrCode }));

type Props = {
  url: string;
  /** The name that the QR code and the share sheet of a phone show. */
  title: string;
  /** Fields above the code: the address, a password. */
  children?: ReactNode;
};

/** An address to hand on: to copy, to photograph, to send from a phone. */
export function AddressCard({ url, title, children }: Props) {
  return (
    <div className="grid gap-5">
      <CopyField
        label={t('gate.address')}
        value={url}
        copyLabel={t('gate.copyAddress')}
        copiedLabel={t('gate.copied')}
      />
      <AddressNotice url={url} />
      {children}
      <div className="flex flex-wrap items-center gap-5 max-sm:justify-center">
        <Suspense fallback={<Skeleton className="size-40 rounded-card" />}>
          <QrCode text={url} label={t('gate.qrOf', { title })} className="size-40 shrink-0" />
        </Suspense>
        <div className="grid min-w-40 flex-1 justify-items-start gap-3 text-muted max-sm:justify-items-center max-sm:text-center">
          <p className="text-pretty">{t('gate.qrText')}</p>
          {'share' in navigator && (
            <Button
              kind="soft"
              icon={<Share2 size={18} aria-hidden="true" />}
              onClick={() => void shareAddress(url, title)}
            >
              {t('gate.send')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** The share sheet of the system; to close it is no error. */
async function shareAddress(url: string, title: string): Promise<void> {
  try {
    await navigator.share({ url, title });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) {
      toast({ title: t('gate.sendFailed'), kind: 'error' });
    }
  }
}
