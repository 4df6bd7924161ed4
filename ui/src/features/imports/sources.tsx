import { Archive, Cloud, CloudCog, Cylinder, FolderSync, PackageOpen, type LucideIcon } from 'lucide-react';
import { cx } from '~/kit/cx';
import type { Import, Kind } from './api';

/** The sources, in the order in which they are offered. */
export const sources: readonly { readonly kind: Kind; readonly Icon: LucideIcon }[] = [
  { kind: 'nextcloud', Icon: Cloud },
  { kind: 'bucket', Icon: Cylinder },
  { kind: 'webdav', Icon: FolderSync },
  { kind: 'takeout', Icon: PackageOpen },
  { kind: 'user_migration', Icon: CloudCog },
  { kind: 'archive', Icon: Archive },
];

/** The picture of a source, on a square of the brand's colour. */
export function SourceIcon({ kind, small }: { kind: Import['kind']; small?: boolean }) {
  const Icon = sources.find((source) => source.kind === kind)?.Icon ?? Cloud;
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid shrink-0 place-items-center rounded-control bg-brand-soft text-brand',
        small ? 'size-9' : 'size-10',
      )}
    >
      <Icon size={20} />
    </span>
  );
}
