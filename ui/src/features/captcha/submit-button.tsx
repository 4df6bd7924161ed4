import type { ReactNode } from 'react';
import { t } from '~/i18n';
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
        {checking ? t('signin.checking') : children}
        {checking && (
          <span
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 h-1 origin-left bg-current transition-transform duration-300 rtl:origin-right"
            style={{ transform: `scaleX(${share})` }}
          />
        )}
      </Button>
      <span role="status" className="sr-only">
        {checking && t('signin.checking')}
      </span>
    </>
  );
}
