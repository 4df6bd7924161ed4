import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { changed } from '~/api/changed';
import { startIn } from '~/api/visits';
import { useMutation } from '~/api/use-mutation';
import { FailureState } from '~/page/failure-state';
import { PageLayout } from '~/page/page-layout';
import { t, useLang } from '~/i18n';
import { Spinner } from '~/kit/spinner';
import { State } from '~/kit/state';
import { createAuto } from './api';
import { NothingSoldState } from './nothing-sold';
import { SellingGuard } from './selling-guard';

/** Makes the workspace of a paid order at once, with the title that the server chooses. */
export function CreateAutoPage() {
  useLang();
  const [search] = useSearchParams();
  return (
    <SellingGuard title="billing.makeSpace" otherwise={<NothingSoldState />}>
      <Progress payment={search.get('payment_id') ?? ''} />
    </SellingGuard>
  );
}

function Progress({ payment }: { payment: string }) {
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
        <FailureState page error={error} retry={() => mutate(payment)} />
      ) : (
        <State page icon={<Spinner className="size-9" />} title={t('billing.makingTitle')} />
      )}
    </PageLayout>
  );
}
