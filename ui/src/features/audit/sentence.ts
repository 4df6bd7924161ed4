import type { AuditEvent } from '~/api/types';
import { t } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import { isAction } from './actions';

const methods = {
  password: 'audit.byPassword',
  sms: 'audit.bySms',
  totp: 'audit.byTotp',
  email: 'audit.byEmail',
  static: 'audit.byStatic',
  passkey: 'audit.byPasskey',
  sign_up: 'audit.bySignUp',
  desktop: 'audit.byDesktop',
} as const;

/** Anything else is the name of a provider. */
export const methodWords = (method: string) =>
  Object.hasOwn(methods, method) ? t(methods[method as keyof typeof methods]) : t('audit.byProvider', { name: method });

const plans = {
  free: 'audit.plan_free',
  standard: 'audit.plan_standard',
  professional: 'audit.plan_professional',
  business: 'audit.plan_business',
  growth: 'audit.plan_growth',
  enterprise: 'audit.plan_enterprise',
  premium: 'audit.plan_premium',
} as const;

const planWords = (name = '') =>
  Object.hasOwn(plans, name) ? t(plans[name as keyof typeof plans]) : t('audit.plan_none');

/** The title of an event. A newer server may write down events that this page has no words for yet. */
export const titleOf = ({ action }: Pick<AuditEvent, 'action'>) =>
  isAction(action) ? t(`audit.${action}`) : t('audit.unknown', { action });

function countWords(action: string, n: number): string {
  if (action === 'sessions_end') return t('audit.countSessions', { n });
  if (action === 'static_code_use') return t('audit.countLeft', { n });
  return action === 'static_codes_create' ? t('audit.countCodes', { n }) : t('audit.countTimes', { n });
}

/** Further details of an event, in short parts. */
export function partsOf({ action, detail }: Pick<AuditEvent, 'action' | 'detail'>): string[] {
  const { method, name, role, email, mobile, before, count } = detail;
  const after = email ?? (mobile && ownDigits(mobile));
  const parts: string[] = [];
  if (name) parts.push(t('audit.named', { name }));
  if (action === 'space_plan_choose')
    parts.push(t('audit.fromTo', { before: planWords(before), after: planWords(method) }));
  else if (method) parts.push(methodWords(method));
  if (role) parts.push(t('audit.role', { role }));
  if (before && after) parts.push(t('audit.fromTo', { before: mobile ? ownDigits(before) : before, after }));
  else if (after) parts.push(after);
  if (count) parts.push(countWords(action, count));
  return parts;
}
