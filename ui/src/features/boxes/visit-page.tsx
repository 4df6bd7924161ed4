import { lazy, Suspense, useState } from 'react';
import { LoadingBar } from '~/page/loading-bar';
import { DeadEnd, deadEndOf } from '~/features/gate/dead-end';
import { PublicCard, PublicFrame } from '~/features/gate/public-frame';
import type { Credentials } from '~/features/gate/types';
import { useLang, withWords } from '~/i18n';
import { enterBox, forgetVisit, keepVisit, keptVisit, useBoxInfo } from './public-api';
import { BoxGate } from './box-gate';

const VisitRoom = lazy(async () => ({ default: (await withWords(import('./visit-room'), 'uploads')).VisitRoom }));

/** What somebody from outside sees of an upload box. */
export function VisitPage({ code }: { code: string }) {
  useLang();
  const { data: box, error, refetch } = useBoxInfo(code);
  const [visit, setVisit] = useState(() => keptVisit(code));
  const [ended, setEnded] = useState<unknown>(null);
  const [over, setOver] = useState(false);
  const enter = async (credentials: Credentials) => {
    try {
      const next = await enterBox(code, credentials);
      keepVisit(code, next);
      setOver(false);
      setVisit(next);
    } catch (problem) {
      if (deadEndOf(problem)) setEnded(problem);
      throw problem;
    }
  };
  const leave = () => {
    forgetVisit(code);
    setOver(true);
    setVisit(null);
  };
  if (ended || error) {
    const again = () => {
      setEnded(null);
      return refetch();
    };
    return (
      <PublicFrame host={null}>
        <DeadEnd error={ended ?? error} retry={again} />
      </PublicFrame>
    );
  }
  if (!box) return <LoadingBar />;
  return (
    <PublicFrame host={box.workspace}>
      {visit ? (
        <Suspense fallback={<LoadingBar />}>
          <VisitRoom key={visit.token} code={code} box={box} visit={visit} onOver={leave} />
        </Suspense>
      ) : (
        <PublicCard>
          <BoxGate box={box} over={over} onEnter={enter} />
        </PublicCard>
      )}
    </PublicFrame>
  );
}
