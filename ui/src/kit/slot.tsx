import { createContext, useContext, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

type Slots = { targets: Record<string, HTMLElement | null>; set: (name: string, element: HTMLElement | null) => void };

const Context = createContext<Slots>({ targets: {}, set: () => {} });

/** Lets a page fill places that belong to the frame around it. */
export function SlotProvider({ children }: { children: ReactNode }) {
  const [targets, setTargets] = useState<Slots['targets']>({});
  const [set] = useState(() => (name: string, element: HTMLElement | null) => {
    setTargets((now) => (now[name] === element ? now : { ...now, [name]: element }));
  });
  return <Context.Provider value={{ targets, set }}>{children}</Context.Provider>;
}

/** The place itself. Empty until a page fills it: style it with `empty:hidden`. */
export function Slot({ name, className }: { name: string; className?: string }) {
  const { set } = useContext(Context);
  const [ref] = useState(() => (element: HTMLElement | null) => set(name, element));
  return <div ref={ref} className={className} />;
}

/** Renders its children into the slot, for as long as it is mounted. */
export function Fill({ name, children }: { name: string; children: ReactNode }) {
  const target = useContext(Context).targets[name];
  return target ? createPortal(children, target) : null;
}
