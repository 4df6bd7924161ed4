import type { ReactNode } from 'react';
import { LogView } from '~/features/audit/log-view';
import { ScrollArea } from '~/kit/scroll-area';
import { SectionColumn, SectionFrame } from '../section-frame';
import { useMayRead } from '../use-rights';

type Props = { title: string; scope: 'all' | 'alarms'; children: ReactNode };

/** A section with events, which leads on to the person that they are about. */
export function LogFrame({ title, scope, children }: Props) {
  const canOpenPeople = useMayRead('people');
  return (
    <SectionFrame title={title}>
      <ScrollArea label={title}>
        <SectionColumn>
          {children}
          <LogView scope={scope} canOpenPeople={canOpenPeople} />
        </SectionColumn>
      </ScrollArea>
    </SectionFrame>
  );
}
