import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import type { TermsForm } from './terms-fields';

type Props = {
  form: TermsForm;
  title: string;
  description?: ReactNode;
  /** The word on the button that saves. */
  action: string;
  /** The fields of the form. */
  children: ReactNode;
  onClose: () => void;
};

/** The form of a link or a box in a dialog of its own. */
export function TermsDialog({ form, title, description, action, children, onClose }: Props) {
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" type="submit" form={form.id} busy={form.saving.isPending}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
