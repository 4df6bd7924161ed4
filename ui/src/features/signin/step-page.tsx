import { useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { Fault } from '~/api/fault';
import { BackToLogin } from './back-to-login';
import { CodeEntry } from '~/page/codes/code-entry';
import { enter } from './enter';
import { Entrance } from './entrance';
import type { LoginReason } from './use-login-reason';
import { stepByPasskey } from '~/features/passkeys/sign-in';
import { t, useLang } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { PasskeyForm } from './passkey-form';
import { StaticEntry } from '~/page/codes/static-entry';
import { methodInfo, MethodList, usable } from './method-list';
import {
  forgetStep,
  keptStep,
  save,
  sendCode,
  takeStep,
  type CodeMethod,
  type Method,
  type SentMethod,
  type Step,
} from './step';

/** The second step of a login. Without an open one it leads to the login page. */
export function StepPage() {
  const [step] = useState(keptStep);
  const search = useSearch();
  return step ? <StepForm step={step} /> : <Redirect to={search ? `/login?${search}` : '/login'} replace />;
}

/** The only method apart from backup codes. */
function onlyWay(methods: readonly Method[]): Method | null {
  const first = methods.filter((method) => method !== 'static');
  return first.length < 2 ? (first[0] ?? methods[0] ?? null) : null;
}

function StepForm({ step }: { step: Step }) {
  useLang();
  const methods = usable(step.methods);
  const [method, setMethod] = useState(() => onlyWay(methods));
  const [remember, setRemember] = useState(false);

  if (!method) {
    return (
      <Entrance title={t('signin.stepTitle')} text={t('signin.stepText')}>
        <MethodList methods={methods} onChoose={setMethod} />
        <BackToLogin onClick={forgetStep} />
      </Entrance>
    );
  }
  const box = <Checkbox label={t('signin.remember')} checked={remember} onChange={setRemember} className="text-sm" />;
  const submitCode = (src: CodeMethod) => (code: string) =>
    runAttempt(async () => enter(await takeStep(step, src, code, remember)));
  const again = (src: SentMethod) => async () => {
    await runAttempt(() => sendCode(step, src));
    step.sent[src] = Date.now();
    save(step);
  };
  return (
    <Entrance title={t(`signin.${methodInfo[method].name}`)} text={textOf(step, method)}>
      {method === 'static' && (
        <StaticEntry submit={t('signin.confirm')} onCode={submitCode(method)}>
          {box}
        </StaticEntry>
      )}
      {method === 'passkey' && (
        <PasskeyForm onKey={() => runAttempt(async () => enter(await stepByPasskey(step.token, remember)))}>
          {box}
        </PasskeyForm>
      )}
      {method !== 'static' && method !== 'passkey' && (
        <CodeEntry
          key={method}
          submit={t('signin.confirm')}
          onCode={submitCode(method)}
          {...(method !== 'totp' && { onAgain: again(method), asks: !step.sent[method], sentAt: step.sent[method] })}
        >
          {box}
        </CodeEntry>
      )}
      {methods.length > 1 && (
        <Button onClick={() => setMethod(null)} className="mt-3 justify-self-center self-center">
          {t('signin.stepOther')}
        </Button>
      )}
      <BackToLogin onClick={forgetStep} />
    </Entrance>
  );
}

/** The instructions of a method, with the address the code was sent to. */
function textOf({ targets }: Step, method: Method): string {
  const to = targets[method];
  // A number with most of it hidden keeps its order among Persian words.
  if (to && method === 'sms') return t('signin.stepSmsTo', { to: `\u2066${ownDigits(to)}\u2069` });
  if (to && method === 'email') return t('signin.stepEmailTo', { to });
  return t(`signin.${methodInfo[method].text}`);
}

const ends: Record<string, LoginReason> = {
  authentication_failed: 'expired',
  two_factor_attempts: 'attempts',
};

/** Runs one attempt. When the step is over, it leads back to the login page, which tells why. */
async function runAttempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Fault && error.key ? ends[error.key] : undefined;
    if (reason) {
      forgetStep();
      navigate(`/login${location.search}`, { replace: true, state: { reason } });
    }
    throw error;
  }
}
