import { Popover as Base } from '@base-ui/react/popover';
import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { RootMark } from './root-mark';
import { Sheet } from './sheet';
import { useIsPhone } from './use-media';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  /** Its button, or where it stands. */
  trigger?: ReactElement<{ onClick?: () => void; 'aria-expanded'?: boolean }>;
  anchor?: () => Element | null;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
};

/** A small panel at its button; on a phone a sheet. */
export function Popover({ open, onOpenChange, label, trigger, anchor, align = 'start', children }: Props) {
  if (useIsPhone()) {
    return (
      <>
        {trigger && cloneElement(trigger, { onClick: () => onOpenChange(true), 'aria-expanded': open })}
        <Sheet open={open} onOpenChange={onOpenChange} title={label}>
          <div className="flex justify-center px-5 pt-2 pb-6">{children}</div>
        </Sheet>
      </>
    );
  }
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner className="z-60" anchor={anchor} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup className="pop p-3!" aria-label={label}>
            <RootMark of="dialog" />
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
