import { AccessView } from '~/features/access/access-view';
import type { Entry } from '../listing/entry';
import type { PanelProps } from './panel';
import { PublicSwitch } from './public-switch';

type Props = Pick<PanelProps, 'spaceId' | 'entry'> & {
  /** The form for another person is open at once. */
  inviting?: boolean;
};

const itemOf = (spaceId: string, { id, kind, directoryId, name }: Entry) => ({ spaceId, id, kind, directoryId, name });

/** The access view of an entry, beside the list. */
export function AccessPanel({ spaceId, entry, inviting }: Props) {
  return (
    <AccessView
      key={entry.id}
      item={itemOf(spaceId, entry)}
      inviting={inviting}
      direct={entry.kind === 'file' && <PublicSwitch spaceId={spaceId} entry={entry} />}
    />
  );
}
