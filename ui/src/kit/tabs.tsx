import { Tabs as Base } from '@base-ui/react/tabs';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { cx } from './cx';
import { useMedia } from './use-media';

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
  /** One below the other beside their content, where the window is wide. */
  beside?: boolean;
};

export function Tabs<V extends string>({ label, tabs, value, onChange, dense, beside }: Props<V>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the row may be longer than the screen.
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  useEdges(list);
  const upright = useMedia('(min-width: 1024px)') && beside;
  if (upright) return <UprightTabs {...{ label, tabs, value, onChange }} />;
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Base.List
        ref={list}
        aria-label={label}
        className={cx(
          'relative flex overflow-x-auto border-b border-line [scrollbar-width:none]',
          // Fades where tabs are out of sight.
          'data-before:[mask-image:linear-gradient(to_right,transparent,black_2rem)] data-after:[mask-image:linear-gradient(to_left,transparent,black_2rem)]',
          'data-before:data-after:[mask-image:linear-gradient(to_right,transparent,black_2rem,black_calc(100%-2rem),transparent)]',
          dense ? 'justify-between' : 'gap-1',
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={cx(
              dense ? 'px-1 text-xs' : 'px-4',
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

function UprightTabs<V extends string>({ label, tabs, value, onChange }: Props<V>) {
  return (
    <Base.Root
      orientation="vertical"
      value={value}
      onValueChange={(next) => onChange(next as V)}
      className="grid grid-cols-[12rem_minmax(0,48rem)] items-start gap-8"
    >
      <Base.List aria-label={label} className="sticky top-4 grid gap-0.5">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="control-height rounded-control px-3 text-start font-medium text-muted transition-colors hover:bg-hover hover:text-fg data-active:bg-brand-soft data-active:font-semibold data-active:text-brand"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="outline-none">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

/** Marks a row that is longer than its room: `data-before` and `data-after` where letters are out of sight, by sides. */
function useEdges(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const read = () => {
      const hidden = element.scrollWidth - element.clientWidth;
      const rtl = getComputedStyle(element).direction === 'rtl';
      const fromLeft = rtl ? hidden + element.scrollLeft : element.scrollLeft;
      element.toggleAttribute('data-before', hidden > 1 && fromLeft > 1);
      element.toggleAttribute('data-after', hidden > 1 && fromLeft < hidden - 1);
    };
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    read();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [row]);
}
