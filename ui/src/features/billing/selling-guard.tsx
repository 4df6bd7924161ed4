import { useEffect, type ReactNode } from 'react';
import { useSetup } from '~/api/setup';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { NotFoundPage } from '~/page/not-found-page';
import { t, type PlainKey } from '~/i18n';

/** The route has no title: where nothing is sold, the window must not name the page either. */
export function Titled({ title, children }: { title: PlainKey; children: ReactNode }) {
  const words = t(title);
  const product = t('common.product');
  useEffect(() => {
    document.title = `${words} · ${product}`;
  }, [words, product]);
  return children;
}

type Props = {
  title: PlainKey;
  /** Shown where nothing is sold; without it there is no such page. */
  otherwise?: ReactNode;
  children: ReactNode;
};

/** A page that exists only where plans are sold, or is another one elsewhere. */
export function SellingGuard({ title, otherwise, children }: Props) {
  const { data, error, refetch } = useSetup();
  if (data?.selling) return <Titled title={title}>{children}</Titled>;
  if (data) return otherwise ?? <NotFoundPage />;
  return error ? <FailureState page error={error} retry={refetch} /> : <LoadingBar />;
}
