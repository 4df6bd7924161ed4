import { useEffect } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'wouter';
import { changed } from '~/api/changed';
import { startIn } from '~/api/visits';
import { Failed } from '~/page/failed';
import { PageLayout } from '~/page/page-layout';
import { t, useLang } from '~/i18n';
import { Spinner } from '~/kit/spinner';
import { State } from '~/kit/state';
import { createAuto } from './api';
import { OnlySelling } from './only-selling';

/** Makes the workspace of a paid order at once, with the title that the server chooses. */
export function CreateAutoPage() {
  useLang();
  const [search] = useSearchParams();
  return (
    <OnlySelling title="billing.makeSpace">
      <Making payment={search.get('payment_id') ?? ''} />
    </OnlySelling>
  );
}

function Making({ payment }: { payment: string }) {
  const [, navigate] = useLocation();
  const { mutate, error } = useMutation({
    mutationFn: createAuto,
    onSuccess: ({ space_id }) => {
      void changed.billing();
      navigate(startIn(space_id), { replace: true });
    },
  });
  useEffect(() => mutate(payment), [mutate, payment]);
  return (
    <PageLayout>
      {error ? (
        <Failed page error={error} retry={() => mutate(payment)} />
      ) : (
        <State page icon={<Spinner className="size-9" />} title={t('billing.makingTitle')} />
      )}
    </PageLayout>
  );
}
