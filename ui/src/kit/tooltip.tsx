import { cloneElement, type ReactElement } from 'react';

export type TooltipSide = 'bottom' | 'inline-start' | 'inline-end';

type Props = {
  label: string;
  children: ReactElement<{ 'data-tip'?: string; 'data-tip-side'?: TooltipSide }>;
  side?: TooltipSide;
};

/** Names or completes the element under the pointer; the child must have a name for users without a pointer. */
export function Tooltip({ label, children, side = 'bottom' }: Props) {
  return cloneElement(children, { 'data-tip': label, 'data-tip-side': side });
}
