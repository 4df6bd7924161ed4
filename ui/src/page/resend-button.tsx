import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { t } from '~/i18n';
import { duration } from '~/i18n/format';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';

type Props = Omit<ComponentProps<typeof Button>, 'children'> & {
  /** Seconds to wait; at 0 there is a button. */
  left: number;
};

/** Says how long it takes until something can be sent once more, and then becomes the button for it. */
export function ResendButton({ left, className, onClick, ...rest }: Props) {
  const text = useRef<HTMLSpanElement>(null);
  const pressed = useRef(false);
  const waits = left > 0;
  useLayoutEffect(() => {
    // The button with the focus is gone.
    if (waits && pressed.current) text.current?.focus();
    pressed.current = false;
  }, [waits]);
  if (waits) {
    return (
      <span
        ref={text}
        role="timer"
        tabIndex={-1}
        className={cx('control-height inline-flex items-center justify-center px-4 text-muted outline-none', className)}
      >
        {t('common.sendAgainIn', { time: duration(left) })}
      </span>
    );
  }
  return (
    <Button
      {...rest}
      className={className}
      onClick={(event) => {
        pressed.current = true;
        onClick?.(event);
      }}
    >
      {t('common.sendAgain')}
    </Button>
  );
}
