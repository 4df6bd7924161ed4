import { ChevronRight, Fingerprint, LifeBuoy, Mail, MessageSquareText, Smartphone } from 'lucide-react';
import { obstacle } from '~/features/passkeys/support';
import { t } from '~/i18n';

import type { Method } from './step';

export const methodInfo = {
  passkey: { Icon: Fingerprint, name: 'stepPasskey', hint: 'stepPasskeyHint', text: 'stepPasskeyText' },
  totp: { Icon: Smartphone, name: 'stepTotp', hint: 'stepTotpHint', text: 'stepTotpText' },
  sms: { Icon: MessageSquareText, name: 'stepSms', hint: 'stepSmsHint', text: 'stepSmsText' },
  email: { Icon: Mail, name: 'stepEmail', hint: 'stepEmailHint', text: 'stepEmailText' },
  static: { Icon: LifeBuoy, name: 'stepStatic', hint: 'stepStaticHint', text: 'stepStaticText' },
} as const;

/** The methods that this browser supports. */
export const usable = (methods: readonly Method[]) =>
  methods.filter((method) => method !== 'passkey' || obstacle() === null);

/** The methods of a second step. */
export function MethodList({ methods, onChoose }: { methods: readonly Method[]; onChoose: (method: Method) => void }) {
  return (
    <ul aria-label={t('signin.stepChoose')} className="grid gap-2">
      {methods.map((method, index) => {
        const { Icon, name, hint } = methodInfo[method];
        return (
          <li key={method}>
            <button
              type="button"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step before took the focus with it
              autoFocus={index === 0}
              onClick={() => onChoose(method)}
              className="flex min-h-16 w-full items-center gap-4 rounded-card border border-line bg-surface px-4 py-3 text-start transition hover:bg-hover"
            >
              <span
                aria-hidden="true"
                className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand"
              >
                <Icon size={20} strokeWidth={1.8} />
              </span>
              <span className="grid min-w-0 flex-1">
                <span className="font-semibold">{t(`signin.${name}`)}</span>
                <span className="text-xs text-muted">{t(`signin.${hint}`)}</span>
              </span>
              <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted rtl:rotate-180" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
