import { CircleCheck, ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import * as v from 'valibot';
import { faultText, keyText } from '~/api/fault';
import { useApiForm } from '~/api/form';
import { t } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { Spinner } from '~/kit/spinner';
import { beginImport, beginLogin, useLogin, type Login } from './api';
import { DestinationStep } from './destination-step';
import { addressOf, hostOf, type Start } from './draft';
import { refusalsAt } from './refusals';
import { StepDialog } from './step-dialog';
import { useBegin } from './use-begin';

type Props = { start: Start; onClose: () => void };

type Step = { at: 'address'; url: string } | { at: 'approve'; url: string; login: Login } | Approved;
type Approved = { at: 'where'; url: string; login: Login; user: string };

const TOTAL = 3;

/** Nextcloud, ownCloud and another Anbar: an address, an approval over there, a destination. */
export function CloudDialog({ start, onClose }: Props) {
  const [step, setStep] = useState<Step>({ at: 'address', url: '' });
  switch (step.at) {
    case 'address':
      return (
        <Address url={step.url} onClose={onClose} onFound={(url, login) => setStep({ at: 'approve', url, login })} />
      );
    case 'approve':
      return (
        <ApproveStep
          key={step.login.login_id}
          url={step.url}
          login={step.login}
          onClose={onClose}
          onBack={() => setStep({ at: 'address', url: step.url })}
          onApproved={(user) => setStep({ ...step, at: 'where', user })}
        />
      );
    default:
      return (
        <TargetStep
          start={start}
          step={step}
          onClose={onClose}
          onBack={() => setStep({ at: 'address', url: step.url })}
        />
      );
  }
}

const schema = v.object({
  url: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => keyText('required')),
    v.check(
      (url) => addressOf(url) !== null,
      () => t('imports.addressWrong'),
    ),
  ),
});

/** Whatever is refused here is about the address. */
const atFields = refusalsAt('url', 'url');

type AddressProps = { url: string; onClose: () => void; onFound: (url: string, login: Login) => void };

function Address({ url, onClose, onFound }: AddressProps) {
  const id = useId();
  const { field, submit, busy, problem } = useApiForm({
    schema,
    values: { url },
    at: atFields,
    send: async (typed) => {
      const whole = addressOf(typed.url) ?? typed.url;
      onFound(whole, await beginLogin(whole));
    },
  });
  return (
    <StepDialog
      kind="nextcloud"
      step={1}
      total={TOTAL}
      onClose={onClose}
      next={
        <Button type="submit" form={id} kind="solid" busy={busy}>
          {t('common.next')}
        </Button>
      }
    >
      <form id={id} noValidate className="grid gap-4" onSubmit={submit}>
        <TextField
          {...field('url')}
          label={t('imports.address')}
          hint={t('imports.addressHint')}
          latin
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
        />
        {problem && <Notice tone="danger">{problem}</Notice>}
      </form>
    </StepDialog>
  );
}

type ApproveProps = {
  url: string;
  login: Login;
  onClose: () => void;
  onBack: () => void;
  onApproved: (user: string) => void;
};

function ApproveStep({ url, login, onClose, onBack, onApproved }: ApproveProps) {
  const { data, error } = useLogin(login.login_id);
  const approved = data?.state === 'approved';
  const expired = data?.state === 'expired';
  const [opened, setOpened] = useState(false);
  return (
    <StepDialog
      kind="nextcloud"
      step={2}
      total={TOTAL}
      title={t('imports.approveTitle', { product: login.product })}
      onClose={onClose}
      onBack={onBack}
      next={
        <Button kind="solid" disabled={!approved} onClick={() => onApproved(data?.user ?? '')}>
          {t('common.next')}
        </Button>
      }
    >
      <div className="grid gap-5">
        {!approved && <p className="text-pretty text-muted">{t('imports.approveText', { host: hostOf(url) })}</p>}
        {!approved && !expired && (
          <a
            href={login.login_url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass(opened ? 'outline' : 'solid', 'justify-self-start max-sm:w-full')}
            onClick={() => setOpened(true)}
          >
            <ExternalLink size={17} aria-hidden="true" />
            {t('imports.approveOpen')}
          </a>
        )}
        <div role="status">
          {!approved && !expired && opened && (
            <p className="flex items-center gap-2.5 text-muted">
              <Spinner />
              {t('imports.approveWaiting')}
            </p>
          )}
          {approved && (
            <p className="flex items-center gap-2.5 rounded-control bg-success-soft px-4 py-3 font-semibold text-success">
              <CircleCheck size={18} aria-hidden="true" />
              {t('imports.approvedAs', { user: data.user ?? '' })}
            </p>
          )}
        </div>
        {expired && (
          <Notice tone="warning" title={t('imports.approveExpired')}>
            <Button kind="outline" className="mt-2" onClick={onBack}>
              {t('imports.again')}
            </Button>
          </Notice>
        )}
        {error && !data && <Notice tone="danger">{faultText(error)}</Notice>}
      </div>
    </StepDialog>
  );
}

type WhereProps = Props & { step: Approved; onBack: () => void };

function TargetStep({ start, step, onClose, onBack }: WhereProps) {
  const host = hostOf(step.url);
  const begin = useBegin({
    start,
    folder: host,
    send: (where) =>
      beginImport({
        space_id: start.spaceId,
        ...where,
        kind: 'nextcloud',
        title: host,
        nextcloud: { login_id: step.login.login_id },
      }),
  });
  return (
    <DestinationStep
      kind="nextcloud"
      step={3}
      total={TOTAL}
      start={start}
      begin={begin}
      onBack={onBack}
      onClose={onClose}
    >
      <p className="flex items-center gap-2.5 text-muted">
        <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-success" />
        <span className="min-w-0 truncate">{t('imports.approvedAs', { user: step.user })}</span>
      </p>
    </DestinationStep>
  );
}
