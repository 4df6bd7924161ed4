import { useId, type ReactNode } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import type { Duration } from './duration';
import { EmailsField } from './emails-field';
import { EndsField } from './ends-field';
import { PasswordPart } from './password-part';
import type { Terms } from './terms';

interface Form {
  readonly draft: Terms;
  readonly set: (changes: Partial<Terms>) => void;
  readonly tried: boolean;
  readonly emailPending: boolean;
  readonly setEmailPending: (pending: boolean) => void;
  readonly submit: (unfinished: boolean) => void;
  readonly saving: { readonly isPending: boolean; readonly error: unknown };
}

type Props = {
  form: Form;
  title: string;
  description?: ReactNode;
  /** The word on the button that saves. */
  action: string;
  /** Never is a choice where it has a word. */
  ends: { label: string; never?: string; most?: Duration };
  emailsHint: string;
  errors: { title?: string | undefined; ends?: string | undefined; password?: string | undefined };
  /** Something else that is written but not yet taken in, in words. */
  unfinished?: string | null;
  /** Below the title. */
  intro?: ReactNode;
  /** Fields that only links or only boxes have. */
  children: ReactNode;
  onClose: () => void;
};

/** The form of a link or a box: the terms that both have, and the fields that only one of them has. */
export function TermsDialog(props: Props) {
  const { form, title, description, action, ends, emailsHint, errors, intro, children, onClose } = props;
  const { draft, set, saving } = form;
  const id = useId();
  const unfinished = form.emailPending ? t('gate.emailPending') : (props.unfinished ?? null);
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
          <Button kind="solid" type="submit" form={id} busy={saving.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          form.submit(unfinished !== null);
        }}
      >
        <TextField
          label={t('gate.titleLabel')}
          value={draft.title}
          maxLength={200}
          {...(errors.title && { error: errors.title })}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        {intro}
        <EndsField {...ends} value={draft.ends} onChange={(next) => set({ ends: next })} error={errors.ends} />
        <PasswordPart value={draft.password} onChange={(password) => set({ password })} error={errors.password} />
        <EmailsField
          hint={emailsHint}
          values={draft.emails}
          onChange={(emails) => set({ emails })}
          onPending={form.setEmailPending}
        />
        {children}
        {form.tried && unfinished && <Notice tone="danger">{unfinished}</Notice>}
        {saving.error ? <Notice tone="danger">{faultText(saving.error)}</Notice> : null}
      </form>
    </Dialog>
  );
}
