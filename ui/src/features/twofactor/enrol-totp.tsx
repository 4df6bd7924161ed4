import { useQuery } from '@tanstack/react-query';
import { keyOf } from '~/api/keys';
import { Trouble } from '~/page/card-states';
import { CodeEntry } from '~/page/codes/code-entry';
import { t } from '~/i18n';
import { CopyBlock } from '~/kit/copy-block';
import { QrCode } from '~/kit/qr-code';
import { Skeleton } from '~/kit/skeleton';
import { newSecret } from './api';

/** The key goes to the app by camera or by hand; the first code of the app proves that it arrived. */
export function EnrolTotp({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('two-factor', 'key'),
    queryFn: newSecret,
    // Each dialog has a key of its own, and keeps it.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (!data && error) return <Trouble error={error} retry={refetch} />;
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-muted">{t('twofactor.totpScan')}</p>
      {data ? (
        <QrCode text={data.otpauth_url} label={t('twofactor.qr')} className="mx-auto size-48" />
      ) : (
        <Skeleton className="mx-auto size-48 rounded-card" />
      )}
      {data && (
        <CopyBlock
          label={t('twofactor.key')}
          value={data.secret}
          copyLabel={t('twofactor.copyKey')}
          copiedLabel={t('twofactor.copied')}
        />
      )}
      <CodeEntry text={t('twofactor.totpCode')} submit={t('twofactor.turnOn')} onCode={onCode} />
    </div>
  );
}
