import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import type { Kind } from './api';
import type { Start } from './draft';
import { StepDialog } from './step-dialog';
import type { useBegin } from './use-begin';
import { WhereStep } from './where-step';

type Props = {
  kind: Kind;
  step: number;
  total: number;
  start: Start;
  begin: ReturnType<typeof useBegin>;
  onBack: () => void;
  onClose: () => void;
  /** Said above the destination. */
  children?: ReactNode;
};

/** The last step: where the files go. */
export function DestinationStep({ kind, step, total, start, begin, onBack, onClose, children }: Props) {
  return (
    <StepDialog
      calm
      kind={kind}
      step={step}
      total={total}
      onClose={onClose}
      onBack={onBack}
      next={
        <Button kind="solid" busy={begin.busy} disabled={!begin.ready} onClick={() => void begin.begin()}>
          {t('imports.begin')}
        </Button>
      }
    >
      <div className="grid gap-5">
        {children}
        <WhereStep start={start} draft={begin.draft} onChange={begin.change} />
        {begin.problem && <Notice tone="danger">{begin.problem}</Notice>}
      </div>
    </StepDialog>
  );
}
