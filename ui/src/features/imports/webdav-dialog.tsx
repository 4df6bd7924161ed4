import { useId, useState } from 'react';
import * as v from 'valibot';
import { faultText, keyText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { PasswordField, TextField } from '~/kit/field';
import { useApiForm } from '~/api/form';
import { Notice } from '~/kit/notice';
import { beginImport } from './api';
import { DestinationStep } from './destination-step';
import { hostOf, type Start } from './draft';
import { refusalsAt, fieldOfRefusal } from './refusals';
import { StepDialog } from './step-dialog';
import { useBegin } from './use-begin';

interface Access {
  url: string;
  user: string;
  password: string;
}

const requiredRule = () => v.nonEmpty<string, () => string>(() => keyText('required'));
const schema = v.object({
  url: v.pipe(
    v.string(),
    v.trim(),
    requiredRule(),
    v.check(
      (url) => /^https?:\/\//i.test(url) && URL.canParse(url),
      () => t('imports.urlWrong'),
    ),
  ),
  user: v.pipe(v.string(), v.trim(), requiredRule()),
  password: v.pipe(v.string(), requiredRule()),
});

const atFields = refusalsAt('url', 'password');

/** A WebDAV server: its address and a password, then a destination. */
export function WebdavDialog({ start, onClose }: { start: Start; onClose: () => void }) {
  const [access, setAccess] = useState<Access>({ url: '', user: '', password: '' });
  const [known, setKnown] = useState(false);
  const [refused, setRefused] = useState<{ at: keyof Access; text: string } | null>(null);
  if (!known)
    return (
      <AccessStep
        access={access}
        refused={refused}
        onClose={onClose}
        onNext={(next) => {
          setRefused(null);
          setAccess(next);
          setKnown(true);
        }}
      />
    );
  return (
    <WebdavTarget
      start={start}
      access={access}
      onClose={onClose}
      onBack={() => setKnown(false)}
      onRefused={(error) => {
        const at = fieldOfRefusal(error, atFields);
        if (!at) return false;
        setRefused({ at, text: faultText(error) });
        setKnown(false);
        return true;
      }}
    />
  );
}

type AccessProps = {
  access: Access;
  refused: { at: keyof Access; text: string } | null;
  onClose: () => void;
  onNext: (access: Access) => void;
};

function AccessStep({ access, refused, onClose, onNext }: AccessProps) {
  const id = useId();
  const { field, submit, busy, problem, form } = useApiForm({
    schema,
    values: access,
    send: (typed) => Promise.resolve(onNext(typed)),
  });
  const errorAt = (name: keyof Access) => {
    const own = field(name);
    // The server's word holds until the field is changed.
    const stale = form.formState.dirtyFields[name];
    return { ...own, error: own.error ?? (refused?.at === name && !stale ? refused.text : undefined) };
  };
  return (
    <StepDialog
      kind="webdav"
      step={1}
      total={2}
      onClose={onClose}
      next={
        <Button type="submit" form={id} kind="solid" busy={busy}>
          {t('common.next')}
        </Button>
      }
    >
      <form id={id} noValidate className="grid gap-4" onSubmit={submit}>
        <TextField
          {...errorAt('url')}
          label={t('imports.webdavAddress')}
          hint={t('imports.webdavHint')}
          latin
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={1000}
        />
        <TextField
          {...errorAt('user')}
          label={t('imports.user')}
          dir="ltr"
          className="rtl:text-end"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
        />
        <PasswordField {...errorAt('password')} label={t('imports.password')} autoComplete="off" maxLength={300} />
        {problem && <Notice tone="danger">{problem}</Notice>}
      </form>
    </StepDialog>
  );
}

type WhereProps = {
  start: Start;
  access: Access;
  onClose: () => void;
  onBack: () => void;
  onRefused: (error: unknown) => boolean;
};

function WebdavTarget({ start, access, onClose, onBack, onRefused }: WhereProps) {
  const host = hostOf(access.url);
  const begin = useBegin({
    start,
    folder: host,
    onRefused,
    send: (where) =>
      beginImport({
        space_id: start.spaceId,
        ...where,
        kind: 'webdav',
        title: host,
        webdav: access,
      }),
  });
  return (
    <DestinationStep kind="webdav" step={2} total={2} start={start} begin={begin} onBack={onBack} onClose={onClose} />
  );
}
