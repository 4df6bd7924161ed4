import { Fingerprint, KeyRound, LifeBuoy, Mail, MessageSquareText, Smartphone } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { faultText } from '~/api/fault';
import { useMe } from '~/api/me';
import { isDismissal } from '~/api/webauthn';
import { CodeEntry } from '~/page/codes/code-entry';
import { StaticEntry } from '~/page/codes/static-entry';
import { useAttempt } from '~/page/codes/use-attempt';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { PasswordField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { confirmByCode, confirmByPassword, sendCode, useWays, type Way } from './api';
import { confirmByPasskey } from './passkey';

const icons = {
  password: KeyRound,
  passkey: Fingerprint,
  totp: Smartphone,
  static: LifeBuoy,
  email: Mail,
  sms: MessageSquareText,
};
const words = {
  password: 'proof.byPassword',
  passkey: 'proof.byPasskey',
  totp: 'proof.byApp',
  static: 'proof.byStatic',
  email: 'proof.byEmail',
  sms: 'proof.bySms',
} as const;

/** Asks the user to confirm their identity by one of their methods. */
export function ProofDialog({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const { data: ways, error, refetch } = useWays();
  const [chosen, setChosen] = useState<Way | null>(null);
  const way = chosen ?? ways?.[0];
  return (
    <Dialog
      open
      above
      onOpenChange={(open) => !open && onAnswer(false)}
      title={t('proof.title')}
      description={t('proof.text')}
    >
      {!ways && !error && <Skeleton className="h-36 w-full" />}
      {!ways && error && (
        <Notice tone="danger" title={faultText(error)}>
          <Button kind="outline" className="mt-2" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </Notice>
      )}
      {ways?.length === 0 && <Notice tone="warning">{t('proof.noWay')}</Notice>}
      {way && <ByWay key={way} way={way} onProven={() => onAnswer(true)} />}
      {ways && ways.length > 1 && (
        <div className="mt-5 grid gap-1 border-t border-line pt-4">
          <p className="mb-1 text-xs font-medium text-muted">{t('proof.otherWays')}</p>
          {ways
            .filter((other) => other !== way)
            .map((other) => {
              const Icon = icons[other];
              return (
                <Button
                  key={other}
                  className="justify-start! px-3!"
                  icon={<Icon size={18} aria-hidden="true" className="text-muted" />}
                  onClick={() => setChosen(other)}
                >
                  {t(words[other])}
                </Button>
              );
            })}
        </div>
      )}
    </Dialog>
  );
}

function ByWay({ way, onProven }: { way: Way; onProven: () => void }) {
  switch (way) {
    case 'password':
      return <ByPassword onProven={onProven} />;
    case 'passkey':
      return <ByPasskey onProven={onProven} />;
    case 'totp':
      return <ByApp onProven={onProven} />;
    case 'static':
      return <ByStatic onProven={onProven} />;
    default:
      return <ByCode way={way} onProven={onProven} />;
  }
}

function ByPassword({ onProven }: { onProven: () => void }) {
  const me = useMe().data;
  const [password, setPassword] = useState('');
  const { busy, problem, attempt, setProblem } = useAttempt();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!password) setProblem(t('proof.passwordMissing'));
    else if (await attempt(() => confirmByPassword(password))) onProven();
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <input type="text" autoComplete="username" value={me?.email || me?.mobile || ''} readOnly hidden />
      <PasswordField
        label={t('proof.password')}
        autoComplete="current-password"
        value={password}
        error={problem}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button kind="solid" type="submit" busy={busy} className="h-11 w-full">
        {t('proof.confirm')}
      </Button>
    </form>
  );
}

function ByPasskey({ onProven }: { onProven: () => void }) {
  const { busy, problem, attempt } = useAttempt((error) =>
    isDismissal(error) ? t('proof.passkeyDismissed') : faultText(error),
  );
  const confirmPasskey = async () => {
    if (await attempt(confirmByPasskey)) onProven();
  };
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-muted">{t('proof.passkeyText')}</p>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button
        kind="solid"
        busy={busy}
        className="h-11 w-full"
        icon={<Fingerprint size={19} aria-hidden="true" />}
        onClick={() => void confirmPasskey()}
      >
        {t('proof.usePasskey')}
      </Button>
    </div>
  );
}

function ByApp({ onProven }: { onProven: () => void }) {
  return (
    <CodeEntry
      text={t('proof.appText')}
      submit={t('proof.confirm')}
      onCode={async (code) => {
        await confirmByCode('totp', code);
        onProven();
      }}
    />
  );
}

function ByStatic({ onProven }: { onProven: () => void }) {
  return (
    <StaticEntry
      submit={t('proof.confirm')}
      hint={t('codes.staticHint')}
      onCode={async (code) => {
        await confirmByCode('static', code);
        onProven();
      }}
    />
  );
}

/** The code is sent on request: opening the dialog alone sends no message. */
function ByCode({ way, onProven }: { way: 'email' | 'sms'; onProven: () => void }) {
  const me = useMe().data;
  const [sent, setSent] = useState(false);
  const { busy, problem, attempt } = useAttempt();
  const to = (way === 'email' ? me?.email : me?.mobile) ?? '';
  if (sent) {
    return (
      <CodeEntry
        text={t('codes.sentTo', { to })}
        submit={t('proof.confirm')}
        onCode={async (code) => {
          await confirmByCode(way, code);
          onProven();
        }}
        onAgain={() => sendCode(way)}
      />
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-muted">{t('proof.codeText', { to })}</p>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button
        kind="solid"
        busy={busy}
        className="h-11 w-full"
        onClick={() => void attempt(() => sendCode(way)).then((worked) => worked && setSent(true))}
      >
        {t('proof.sendCode')}
      </Button>
    </div>
  );
}
