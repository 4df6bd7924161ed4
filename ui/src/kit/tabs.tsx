import { Tabs as Base } from '@base-ui/react/tabs';
import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from './cx';

interface Tab<V extends string> {
  value: V;
  label: string;
  content: ReactNode;
}

type Props<V extends string> = {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Closer together, for narrow places. */
  dense?: boolean;
};

export function Tabs<V extends string>({ label, tabs, value, onChange, dense }: Props<V>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the row may be longer than the screen.
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Base.List
        ref={list}
        aria-label={label}
        className={cx(
          'scroll-thin relative flex overflow-x-auto border-b border-line',
          dense ? 'justify-between' : 'gap-1',
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={cx(
              dense ? 'px-1.5' : 'px-4',
              'control-height shrink-0 font-medium text-muted transition-colors hover:text-fg focus-visible:-outline-offset-2 data-active:font-semibold data-active:text-brand',
            )}
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 h-0.5 w-(--active-tab-width) rounded-full bg-brand transition-all duration-150 [left:var(--active-tab-left)]" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5 outline-none">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
