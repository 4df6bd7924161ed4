import type { ReactNode } from 'react';
import { ScrollArea } from '~/kit/scroll-area';
import { State } from '~/kit/state';

/** The empty state of a list that fills while the user works. */
export function EmptyListState(props: { icon: ReactNode; title: string; text: string; actions?: ReactNode }) {
  return (
    <ScrollArea centered empty label={props.title}>
      <State {...props} />
    </ScrollArea>
  );
}
