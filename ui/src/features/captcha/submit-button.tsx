import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { percent } from '~/i18n/format';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';

type Props = {
  busy: boolean;
  /** The progress of the captcha, from 0 to 1; null without one. */
  share: number | null;
  children: ReactNode;
};

/** Sends a form. Shows the progress while the browser solves the captcha. */
export function SubmitButton({ busy, share, children }: Props) {
  const checking = share !== null;
  return (
    <>
      <Button
        type="submit"
        kind="solid"
        busy={busy}
        className={cx('relative h-11 overflow-hidden', checking && 'opacity-80!')}
      >
        {checking ? (
          <>
            <span>{t('signin.checking')}</span>
            <span data-progress className="min-w-[4ch] text-start">
              {percent(share)}
            </span>
            <span
              aria-hidden="true"
              className="absolute inset-0 origin-left bg-current/18 transition-transform duration-300 rtl:origin-right"
              style={{ transform: `scaleX(${share})` }}
            />
          </>
        ) : (
          children
        )}
      </Button>
      <span role="status" className="sr-only">
        {checking && t('signin.checking')}
      </span>
    </>
  );
}
