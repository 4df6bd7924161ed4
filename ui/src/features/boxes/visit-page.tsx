import { lazy, Suspense, useState } from 'react';
import { LoadingBar } from '~/page/loading-bar';
import { PublicCard, PublicFrame } from '~/features/gate/public-frame';
import type { Credentials } from '~/features/gate/types';
import { useDeadEnd } from '~/features/gate/use-dead-end';
import { useLang, withWords } from '~/i18n';
import { enterBox, deleteVisit, storeVisit, loadVisit, useBoxInfo } from './public-api';
import { BoxGate } from './box-gate';

const VisitUpload = lazy(async () => ({ default: (await withWords(import('./visit-upload'), 'uploads')).VisitUpload }));

/** An upload box as a visitor sees it. */
export function VisitPage({ code }: { code: string }) {
  useLang();
  const { data: box, error, refetch } = useBoxInfo(code);
  const [visit, setVisit] = useState(() => loadVisit(code));
  const { watch, deadEnd } = useDeadEnd(error, refetch);
  const [hasVisitEnded, setVisitEnded] = useState(false);
  const handleEnter = async (credentials: Credentials) => {
    const next = await watch(enterBox(code, credentials));
    storeVisit(code, next);
    setVisitEnded(false);
    setVisit(next);
  };
  const handleVisitEnd = () => {
    deleteVisit(code);
    setVisitEnded(true);
    setVisit(null);
  };
  if (deadEnd) return deadEnd;
  if (!box) return <LoadingBar />;
  return (
    <PublicFrame host={box.workspace}>
      {visit ? (
        <Suspense fallback={<LoadingBar />}>
          <VisitUpload key={visit.token} code={code} box={box} visit={visit} onVisitEnd={handleVisitEnd} />
        </Suspense>
      ) : (
        <PublicCard>
          <BoxGate box={box} hasVisitEnded={hasVisitEnded} onEnter={handleEnter} />
        </PublicCard>
      )}
    </PublicFrame>
  );
}
