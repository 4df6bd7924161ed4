import type { ReactNode } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import type { Duration } from './duration';
import { EmailsField } from './emails-field';
import { EndsField } from './ends-field';
import { PasswordPart } from './password-part';
import type { Terms } from './terms';

/** The part of a form of terms that its fields and its dialog use. */
export interface TermsForm {
  readonly id: string;
  readonly draft: Terms;
  readonly set: (changes: Partial<Terms>) => void;
  readonly tried: boolean;
  readonly emailPending: boolean;
  readonly setEmailPending: (pending: boolean) => void;
  readonly submit: (unfinished: boolean) => void;
  readonly saving: { readonly isPending: boolean; readonly error: unknown };
}

type Props = {
  form: TermsForm;
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
};

/** The form of a link or a box: the terms that both have, and the fields that only one of them has. */
export function TermsFields(props: Props) {
  const { form, ends, emailsHint, errors, intro, children } = props;
  const { draft, set, saving } = form;
  const unfinished = form.emailPending ? t('gate.emailPending') : (props.unfinished ?? null);
  return (
    <form
      id={form.id}
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
  );
}
