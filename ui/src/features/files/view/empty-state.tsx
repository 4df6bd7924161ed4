import type { ReactNode } from 'react';
import { State } from '~/kit/state';

/** The empty state of a list that fills while the user works. */
export function EmptyListState(props: { icon: ReactNode; title: string; text: string }) {
  return (
    <div data-state="empty" className="scroll-thin grid min-h-0 flex-1 place-items-center overflow-y-auto">
      <State {...props} />
    </div>
  );
}
