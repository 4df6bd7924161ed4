import { lazy, Suspense, useEffect, useState } from 'react';
import { whenProofIsNeeded } from '~/api/proof';
import { withWords } from '~/i18n';

const ProofDialog = lazy(async () => ({
  default: (await withWords(import('./proof-dialog'), 'proof', 'codes')).ProofDialog,
}));

/** Shows the dialog that confirms the user's identity, above the page and its dialogs. */
export function ProofHost() {
  const [answer, setAnswer] = useState<((proven: boolean) => void) | null>(null);
  useEffect(() => {
    whenProofIsNeeded(
      () =>
        new Promise((resolve) => {
          setAnswer(() => (proven: boolean) => {
            setAnswer(null);
            resolve(proven);
          });
        }),
    );
  }, []);
  return (
    answer && (
      <Suspense>
        <ProofDialog onAnswer={answer} />
      </Suspense>
    )
  );
}
