import { Check, Dot } from 'lucide-react';
import type { ComponentProps } from 'react';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { PasswordField } from '~/kit/field';
import { isCommon, useCommonWords } from './common';
import { rulesOf, strengthOf, type PasswordRules, type Strength } from './password';

type Rule = keyof PasswordRules | 'uncommon';

const rules: { rule: Rule; key: 'ruleLength' | 'ruleCase' | 'ruleDigit' | 'ruleSymbol' | 'ruleUncommon' }[] = [
  { rule: 'length', key: 'ruleLength' },
  { rule: 'bothCases', key: 'ruleCase' },
  { rule: 'digit', key: 'ruleDigit' },
  { rule: 'symbol', key: 'ruleSymbol' },
  { rule: 'uncommon', key: 'ruleUncommon' },
];

const bars: Record<
  Strength,
  { filled: number; colour: string; key: 'strengthWeak' | 'strengthMedium' | 'strengthStrong' }
> = {
  weak: { filled: 1, colour: 'bg-danger', key: 'strengthWeak' },
  medium: { filled: 2, colour: 'bg-warning', key: 'strengthMedium' },
  strong: { filled: 3, colour: 'bg-success', key: 'strengthStrong' },
};

/** The strength of the password, and the rules it does not meet yet. */
function Strength({ password }: { password: string }) {
  const words = useCommonWords();
  const common = words !== null && isCommon(password, words);
  const met: Record<Rule, boolean> = {
    ...rulesOf(password),
    uncommon: words !== null && password.length >= 8 && !common,
  };
  const { filled, colour, key } = bars[strengthOf(password, common)];
  return (
    <div className="grid gap-2">
      <div className={cx('flex items-center', password && 'gap-3')}>
        <div className="flex flex-1 gap-1" aria-hidden="true">
          {[1, 2, 3].map((bar) => (
            <span
              key={bar}
              className={cx(
                'h-1 flex-1 rounded-full transition-colors',
                password && bar <= filled ? colour : 'bg-line',
              )}
            />
          ))}
        </div>
        <span
          role="status"
          aria-label={t('accounts.strength')}
          className={cx('text-end text-xs font-medium', password && 'min-w-12')}
        >
          {password ? t(`accounts.${key}`) : ''}
        </span>
      </div>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-0.5 text-xs">
        {rules.map(({ rule, key: words }) => (
          <li
            key={rule}
            className={cx(
              'flex items-start gap-1 [&>svg]:mt-0.5 [&>svg]:shrink-0',
              met[rule] ? 'text-success' : 'text-muted',
            )}
          >
            {met[rule] ? <Check size={14} aria-hidden="true" /> : <Dot size={14} aria-hidden="true" />}
            {t(`accounts.${words}`)}
            <span className="sr-only">{t(met[rule] ? 'accounts.ruleMet' : 'accounts.ruleMissing')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Props = Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint'> & { label?: string; password: string };

/** A password that is being chosen. */
export function NewPasswordField({ password, label, ...rest }: Props) {
  return (
    <div className="grid gap-2.5">
      <PasswordField {...rest} label={label ?? t('accounts.password')} autoComplete="new-password" />
      <Strength password={password} />
    </div>
  );
}
