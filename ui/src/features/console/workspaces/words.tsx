import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Badge } from '../people/badges';
import type { Workspace } from './api';

/** The words that tell a workspace apart from others. */
export function SpaceBadge({ state }: Pick<Workspace, 'state'>) {
  if (state === 'active') return null;
  return <Badge tone={state === 'deleted' ? 'danger' : 'warning'}>{t(`consolePeople.space_${state}`)}</Badge>;
}

export const storageWords = ({ storage_used: used, storage_limit: limit }: Workspace) =>
  limit > 0 ? t('consolePeople.sizeOf', { used: size(used), limit: size(limit) }) : size(used);

export const plans = ['free', 'standard', 'professional', 'business', 'growth', 'enterprise', 'premium'] as const;

export function planWords(name: string): string {
  const known = plans.find((plan) => plan === name);
  return known ? t(`consolePeople.plan_${known}`) : t('consolePeople.plan_none');
}
