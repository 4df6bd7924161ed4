import { faultText } from '~/api/fault';
import { can } from '~/api/permissions';
import { LinksTab } from '~/features/shares/links-tab';
import { BoxesTab } from '~/features/uploadboxes/boxes-tab';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import type { Entry } from './entry';
import type { PanelProps } from './panel-tabs';
import { useDirectoryProperties, useFileProperties } from './properties';

/** The download links of the entry, and of a folder its upload boxes. Properties say all that may be done to it. */
export function LinksPanel({ spaceId, entry }: PanelProps) {
  return entry.kind === 'file' ? <OfFile spaceId={spaceId} entry={entry} /> : <OfFolder spaceId={spaceId} entry={entry} />;
}

type Props = { spaceId: string; entry: Entry };

function OfFile({ spaceId, entry }: Props) {
  const { data, error } = useFileProperties(spaceId, entry.directoryId, entry.id);
  if (!data) return <NotYet error={error} />;
  return <Links spaceId={spaceId} entry={entry} rules={data.permissions} />;
}

function OfFolder({ spaceId, entry }: Props) {
  const { data, error } = useDirectoryProperties(spaceId, entry.id);
  if (!data) return <NotYet error={error} />;
  const rules = data.current_permissions;
  return (
    <div className="grid gap-8">
      <Links spaceId={spaceId} entry={entry} rules={rules} />
      {can(rules, 'read', 'box_link') && (
        <BoxesTab
          mayRead
          spaceId={spaceId}
          directory={{ id: entry.id, name: entry.name }}
          mayCreate={can(rules, 'create', 'box_link')}
        />
      )}
    </div>
  );
}

function Links({ spaceId, entry, rules }: Props & { rules: Entry['permissions'] }) {
  const { kind, id, name, directoryId } = entry;
  return (
    <LinksTab
      spaceId={spaceId}
      target={{ kind, id, name, directoryId }}
      mayRead={can(rules, 'read', 'download_link')}
      mayCreate={can(rules, 'create', 'download_link')}
    />
  );
}

function NotYet({ error }: { error: unknown }) {
  return error ? <Notice tone="danger">{faultText(error)}</Notice> : <Skeleton className="h-36" />;
}
