import { can } from '~/api/permissions';
import { LinksTab } from '~/features/shares/links-tab';
import { BoxesTab } from '~/features/uploadboxes/boxes-tab';
import type { PanelProps } from './panel-tabs';

/** The download links of the entry, and of a folder its upload boxes. */
export function LinksPanel({ spaceId, entry }: PanelProps) {
  const { kind, id, name, directoryId, permissions } = entry;
  return (
    <div className="grid gap-8">
      <LinksTab
        spaceId={spaceId}
        target={{ kind, id, name, directoryId }}
        mayRead={can(permissions, 'read', 'download_link')}
        mayCreate={can(permissions, 'create', 'download_link')}
      />
      {kind === 'directory' && can(permissions, 'read', 'box_link') && (
        <BoxesTab
          spaceId={spaceId}
          directory={{ id, name }}
          mayRead
          mayCreate={can(permissions, 'create', 'box_link')}
        />
      )}
    </div>
  );
}
