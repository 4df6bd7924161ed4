import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import type { Kind } from './api';
import { SourceIcon } from './sources';

type Props = {
  kind: Kind;
  step: number;
  total: number;
  /** In place of the name of the source. */
  title?: string;
  onClose: () => void;
  /** To the step before; the first one has none. */
  onBack?: (() => void) | undefined;
  /** The button that leads on: it submits the form of that id, or acts by itself. */
  next?: ReactNode;
  /** Most only press the button. */
  calm?: boolean;
  children: ReactNode;
};

/** One step of beginning an import. */
export function StepDialog({ kind, step, total, title, onClose, onBack, next, calm = false, children }: Props) {
  return (
    <Dialog
      open
      width="md"
      calm={calm}
      onOpenChange={(open) => !open && onClose()}
      icon={<SourceIcon kind={kind} />}
      title={title ?? t(`imports.${kind}`)}
      description={<span className="text-xs">{t('imports.stepOf', { n: step, total })}</span>}
      footer={
        <>
          {onBack ? (
            <Button onClick={onBack}>{t('common.back')}</Button>
          ) : (
            <Button onClick={onClose}>{t('common.cancel')}</Button>
          )}
          {next}
        </>
      }
    >
      {children}
    </Dialog>
  );
}
